import { useQuery } from '@tanstack/react-query';
import { Link2, Link2Off, Plus } from 'lucide-react';
import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import type { ClubSettings } from '#contract/clubs/endpoints.ts';
import type { ClubLink } from '#contract/clubs/joining.endpoints.ts';
import { clubLimits } from '#contract/clubs/limits.ts';
import { createClubLink, deleteClubLink } from '#contract/clubs/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { clubLinks, staleLinks } from './clubs.data.ts';

const lifetimes = [1, 7, 30, clubLimits.linkDays] as const;
const limits = [null, 1, 10, 25, 50, 100] as const;

/** Creates and revokes invitation links. A link's URL is only shown once. */
export function LinksDialog({ club, onClose }: { club: ClubSettings; onClose: () => void }) {
  const { t } = useMessages();
  const links = useQuery(clubLinks(club.id));
  const [url, setUrl] = useState<string | null>(null);
  return (
    <Dialog title={t('clubs.links')} isOpen onClose={onClose}>
      <div className="grid gap-5">
        <p className="text-sm text-ink-2">{t('clubs.linksBody')}</p>
        {club.membership === 'closed' ? (
          <Note>{t('clubs.linksClosed')}</Note>
        ) : url === null ? (
          <NewLink id={club.id} onMade={setUrl} />
        ) : (
          <section
            aria-label={t('clubs.linkNew')}
            className="card grid justify-items-center gap-4 p-4"
          >
            <QrCode label={t('clubs.linkCode')} value={url} />
            <div className="grid w-full gap-2">
              <CopyField label={t('clubs.linkAddress')} value={url} />
              <p className="text-sm text-ink-2">{t('clubs.linkOnce')}</p>
            </div>
            <Button icon={Plus} onClick={() => setUrl(null)}>
              {t('clubs.linkAnother')}
            </Button>
          </section>
        )}
        <QueryBoundary
          query={links}
          isSmall
          skeleton={['h-14']}
          empty={{ icon: Link2, title: t('clubs.linksNone') }}
        >
          {({ items }) => (
            <RowList>
              {items.map((link) => (
                <LinkRow key={link.id} id={club.id} link={link} />
              ))}
            </RowList>
          )}
        </QueryBoundary>
      </div>
    </Dialog>
  );
}

function NewLink({ id, onMade }: { id: string; onMade: (url: string) => void }) {
  const { t } = useMessages();
  const [clientId] = useState(newClientId);
  const [days, setDays] = useState('7');
  const [most, setMost] = useState('');
  const [note, setNote] = useState('');
  const make = useAction(
    () =>
      call(createClubLink, {
        id,
        clientId,
        days: Number(days),
        maxUses: most === '' ? null : Number(most),
        note,
      }),
    { invalidates: staleLinks, success: t('clubs.linkMade'), onSuccess: ({ url }) => onMade(url) },
  );
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        make.run();
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label={t('clubs.linkDays')}
          value={days}
          options={lifetimes.map((count) => ({
            value: String(count),
            label: t('clubs.linkDaysOf', { count }),
          }))}
          onChange={setDays}
        />
        <Select
          label={t('clubs.linkMost')}
          value={most}
          options={limits.map((count) =>
            count === null
              ? { value: '', label: t('clubs.linkUnlimited') }
              : { value: String(count), label: t('clubs.linkMostOf', { count }) },
          )}
          onChange={setMost}
        />
      </div>
      <TextField
        label={t('clubs.linkNote')}
        description={t('clubs.linkNoteHint')}
        value={note}
        maxLength={clubLimits.linkNote}
        onChange={setNote}
      />
      <Button
        type="submit"
        variant="primary"
        icon={Plus}
        isPending={make.isPending}
        className="justify-self-start"
      >
        {t('clubs.linkMake')}
      </Button>
    </form>
  );
}

function LinkRow({ id, link }: { id: string; link: ClubLink }) {
  const { t, date } = useMessages();
  const { state, note } = link;
  const isActive = state === 'active';
  const title = note === '' ? t('clubs.linkFrom', { date: date(link.createdAt) }) : note;
  const revoke = useAction(() => call(deleteClubLink, { id, link: link.id }), {
    confirm: () => ({
      title: t('clubs.linkRevokeTitle'),
      body: t('clubs.linkRevokeBody'),
      confirmLabel: t('clubs.linkRevoke'),
      cancelLabel: t('clubs.cancel'),
      isDanger: true,
    }),
    invalidates: staleLinks,
    success: t('clubs.linkRevoked'),
  });
  const Icon = isActive ? Link2 : Link2Off;
  const uses =
    link.maxUses === null
      ? t('clubs.linkUses', { count: link.uses })
      : t('clubs.linkUsesOf', { count: link.uses, max: link.maxUses });
  const until =
    state === 'active' || state === 'expired'
      ? t(`clubs.link_${state}`, { date: date(link.expiresAt, 'moment') })
      : t(`clubs.link_${state}`);
  return (
    <Row
      mark={
        <RowIcon>
          <Icon size={20} strokeWidth={1.75} aria-hidden />
        </RowIcon>
      }
      title={title}
      lines={[`${until} • ${uses}`]}
      isQuiet={!isActive}
      end={
        isActive && (
          <Button
            size="sm"
            label={t('clubs.linkRevokeNamed', { name: title })}
            isPending={revoke.isPending}
            onClick={() => revoke.run()}
          >
            {t('clubs.linkRevoke')}
          </Button>
        )
      }
    />
  );
}
