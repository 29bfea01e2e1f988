import { useQuery } from '@tanstack/react-query';
import { Shapes } from 'lucide-react';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import type { NotificationPreviewProps } from '../../../lib/notification-parts.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { FaceStack } from '../../../ui/face-stack.tsx';
import { clubLayout } from '../clubs.data.ts';
import { JoinButton } from '../joining/join-button.tsx';
import { ClubAbout } from './club-about.tsx';
import english from '../messages/en.json';

addEnglish(english);

/** The club that a notification is about, with its button. */
export function ClubPreview({ item: { club } }: NotificationPreviewProps) {
  return club && <Shown key={club.id} id={club.id} />;
}

function Shown({ id }: { id: string }) {
  const { t } = useMessages();
  const club = useQuery(clubLayout(id));
  return (
    <div className="p-5">
      <QueryBoundary
        query={club}
        skeleton={['h-20', 'h-40']}
        isEmpty={() => false}
        errorContent={{
          not_found: { icon: Shapes, title: t('clubs.notFound'), body: t('clubs.notFoundBody') },
        }}
      >
        {(data) => (
          <div className="grid gap-5">
            <div className="flex flex-wrap items-center gap-4">
              <Avatar name={data.name} photoUrl={data.logo} size={4} shape="square" />
              <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
                <h3 dir="auto" className="page-start wrap-anywhere">
                  {data.name}
                </h3>
                <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
                  {t('clubs.members', { count: data.members })}
                  {data.known.count > 0 && (
                    <FaceStack people={data.known.people} total={0} shown={4} size={1.25} />
                  )}
                </p>
              </div>
              <JoinButton
                placement="page"
                club={{
                  ...data,
                  mine: data.mine?.status ?? null,
                  position: data.mine?.position ?? null,
                }}
              />
            </div>
            {data.description !== '' && (
              <p dir="auto" className="page-start wrap-anywhere">
                {data.description}
              </p>
            )}
            <ClubAbout id={id} />
          </div>
        )}
      </QueryBoundary>
    </div>
  );
}
