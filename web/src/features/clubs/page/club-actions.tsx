import { Link, useNavigate } from '@tanstack/react-router';
import { Bell, Flag, Link2, MessageCircle, MoreHorizontal, Settings2, Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ClubLayout } from '#contract/clubs/endpoints.ts';
import { useAction } from '../../../kit/use-action.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button-style.ts';
import { IconButton } from '../../../ui/button.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { useCanMessage } from '../../connections/message-button.tsx';
import { JoinButton, type MemberMenu } from '../joining/join-button.tsx';

const ReportDialog = lazyComponent(() => import('../../safety/report-dialog.tsx'), 'ReportDialog');
const NotificationsDialog = lazyComponent(
  () => import('../../notifications/club-notifications-dialog.tsx'),
  'ClubNotificationsDialog',
);

/** The link to the officers’ area, with the number of requests. */
export function ManageLink({ club }: { club: ClubLayout }) {
  const { t } = useMessages();
  return (
    <Link
      to={paths.manageClub}
      params={{ clubId: club.id }}
      className={buttonClass({ variant: 'outline' })}
    >
      <Settings2 size={20} strokeWidth={1.9} aria-hidden />
      {t('clubs.manageClub')}
      {club.waiting !== null && club.waiting > 0 && (
        <span className="rounded-full bg-brand px-1.5 text-xs font-bold text-on-brand tabular-nums">
          <span aria-hidden>{club.waiting}</span>
          <span className="sr-only">{t('clubs.requests', { count: club.waiting })}</span>
        </span>
      )}
    </Link>
  );
}

/** The button of the club's page: to join, or the menu of members. */
export function PageJoinButton({ club, menu }: { club: ClubLayout; menu?: MemberMenu }) {
  return (
    <JoinButton
      placement="page"
      {...(menu && { menu })}
      club={{
        ...club,
        mine: club.mine?.status ?? null,
        position: club.mine?.position ?? null,
      }}
    />
  );
}

/** The buttons of a club. Members have one menu; others have a button to join and a menu. */
export function ClubActions({ club }: { club: ClubLayout }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const canMessage = useCanMessage();
  const [dialog, setDialog] = useState<'report' | 'notifications' | null>(null);
  const share = useShare(club);
  const isMember = club.mine?.status === 'member';
  const report = { id: 'report', label: t('clubs.report'), icon: Flag };
  const act = (id: string) => {
    if (id === 'report' || id === 'notifications') setDialog(id);
    else if (id === 'share') share();
    else
      void navigate({
        to: paths.club,
        params: { clubId: club.id },
        search: { tab: 'about' },
        hash: 'club-officers',
      });
  };
  const hasOfficers = canMessage && club.tabs.some(({ name }) => name === 'about');
  const menu: MemberMenu = {
    items: [
      { id: 'notifications', label: t('clubs.notifications'), icon: Bell },
      ...(hasOfficers
        ? [{ id: 'officers', label: t('clubs.messageOfficers'), icon: MessageCircle }]
        : []),
      {
        id: 'share',
        label: t(club.shareUrl === null ? 'clubs.copyLink' : 'clubs.share'),
        icon: Link2,
      },
      report,
    ],
    onAction: act,
  };
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:gap-1 max-md:[&_:is(a,button)]:px-2.5 max-[22rem]:gap-0">
      {club.can.manage && <ManageLink club={club} />}
      {/* One button in all states: it keeps the focus when the membership changes. */}
      <PageJoinButton club={club} {...(isMember && { menu })} />
      {!isMember && (
        <>
          {club.shareUrl !== null && (
            <IconButton icon={Share2} label={t('clubs.share')} onClick={share} />
          )}
          <MenuButton
            label={t('clubs.more', { name: club.name })}
            icon={MoreHorizontal}
            variant="quiet"
            items={[report]}
            onAction={act}
          />
        </>
      )}
      <Suspense fallback={null}>
        {dialog === 'report' && (
          <ReportDialog
            target={{ kind: 'club', id: club.id }}
            title={t('clubs.reportTitle', { name: club.name })}
            body={t('clubs.reportBody')}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'notifications' && (
          <NotificationsDialog club={club} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </div>
  );
}

/** Returns a function that copies the public link, or the link for people at the school. */
function useShare({ id, shareUrl }: ClubLayout): () => void {
  const { t } = useMessages();
  const url =
    shareUrl ?? new URL(paths.club.replace('$clubId', encodeURIComponent(id)), location.href).href;
  const copy = useAction(() => navigator.clipboard.writeText(url), {
    success: t('clubs.shareCopied'),
    errorMessage: () => t('clubs.shareNotCopied', { url }),
  });
  return () => copy.run();
}
