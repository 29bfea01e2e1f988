import { useQuery } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import type { NotificationPreviewProps } from '../../../lib/notification-parts.ts';
import { SafeHtml } from '../../../lib/safe-html.tsx';
import { EventPicture } from '../event-picture.tsx';
import { EventLocation, EventTime } from '../event-when.tsx';
import { eventPage } from '../events.data.ts';
import { RegisterCard } from '../registration/register-card.tsx';
import { EventState } from './event-actions.tsx';
import english from '../messages/en.json';

addEnglish(english);

/** The event that a notification is about, with registration. */
export function EventPreview({ item: { target } }: NotificationPreviewProps) {
  return target?.kind === 'event' ? <Shown key={target.id} id={target.id} /> : null;
}

function Shown({ id }: { id: string }) {
  const { t } = useMessages();
  const [code, setCode] = useState<string | undefined>(undefined);
  const event = useQuery(eventPage(id, undefined, code));
  return (
    <div className="p-5">
      <QueryBoundary
        query={event}
        skeleton={['h-40', 'h-8 w-2/3', 'h-24']}
        isEmpty={() => false}
        errorContent={{
          not_found: { icon: Ticket, title: t('events.notFound'), body: t('events.notFoundBody') },
        }}
      >
        {(data) => (
          <article className="grid gap-5">
            <EventPicture event={data} className="aspect-5/2 w-full rounded-card" />
            <h3 dir="auto" className="page-start text-xl! wrap-anywhere">
              {data.title}
            </h3>
            <EventState event={data} />
            <div className="grid gap-4">
              <EventTime event={data} />
              <EventLocation event={data} />
            </div>
            <RegisterCard event={data} code={code} onCode={setCode} />
            {data.description !== '' && (
              <div dir="auto">
                <SafeHtml html={data.description} className="rich-text wrap-anywhere" />
              </div>
            )}
          </article>
        )}
      </QueryBoundary>
    </div>
  );
}
