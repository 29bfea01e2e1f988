import { useQuery } from '@tanstack/react-query';
import { KeyRound, Rss } from 'lucide-react';
import { useState } from 'react';
import type { CalendarFeed, CalendarPassword } from '#contract/calendar-feeds/endpoints.ts';
import { alarms, passwordAccess, personalLimits } from '#contract/calendar/personal-limits.ts';
import { calendarKinds, type CalendarKind } from '#contract/calendar/kinds.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { Row, RowIcon, RowList } from '../../../kit/row-list.tsx';
import { SecretDialog } from '../../../kit/secret-dialog.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { AddressDialog } from './address-dialog.tsx';
import {
  createFeed,
  createPassword,
  feeds,
  ownClubs,
  ownHubs,
  passwords,
  renewFeed,
  revokeFeed,
  revokePassword,
  staleFeeds,
  stalePasswords,
} from '../calendar.data.ts';
import { kindLabels } from '../kind-styles.ts';
import { lengthText } from '../length-text.ts';
import { useConfirmation } from '../../confirmation/confirmation.tsx';

const feedKinds = calendarKinds.filter((kind) => kind !== 'subscribed');
/** Days until access expires; '' for never. */
const lives = ['', '30', '90', '365'];
const endsIn = (life: string) => (life === '' ? {} : { expiresInDays: Number(life) });

/** Returns the lines about last use and expiry. */
function useLines() {
  const { t, ago, date } = useMessages();
  return ({ lastUsedAt, endsAt }: { lastUsedAt: string | null; endsAt: string | null }) => [
    lastUsedAt === null
      ? t('calendar.neverUsed')
      : t('calendar.lastUsed', { ago: ago(lastUsedAt) }),
    ...(endsAt === null
      ? []
      : [
          new Date(endsAt) <= new Date()
            ? t('calendar.expired', { date: date(endsAt) })
            : t('calendar.expires', { date: date(endsAt) }),
        ]),
  ];
}

function useLives() {
  const { t } = useMessages();
  return lives.map((life) => ({
    value: life,
    label: life === '' ? t('calendar.noExpiry') : t('calendar.inDays', { count: Number(life) }),
  }));
}

type FeedReply = { feed: CalendarFeed; url: string };
type OpenForm = 'feed' | 'password' | null;

/** Secret addresses and app passwords to add this calendar to a phone. */
export function PhoneDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const [openForm, setOpenForm] = useState<OpenForm>(null);
  const [made, setMade] = useState<string | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  if (made !== null) return <AddressDialog url={made} onClose={() => setMade(null)} />;
  if (secret !== null)
    return (
      <SecretDialog
        title={t('calendar.newPassword')}
        body={t('calendar.passwordOnce')}
        label={t('calendar.password')}
        done={t('calendar.done')}
        secret={secret}
        onClose={() => setSecret(null)}
      />
    );
  if (openForm === 'feed')
    return <FeedForm onMade={({ url }) => setMade(url)} onClose={() => setOpenForm(null)} />;
  if (openForm === 'password')
    return (
      <PasswordForm onMade={(reply) => setSecret(reply.secret)} onClose={() => setOpenForm(null)} />
    );
  return (
    <Dialog title={t('calendar.addToPhone')} isOpen size="lg" onClose={onClose}>
      <div className="grid gap-8">
        <Addresses onNew={() => setOpenForm('feed')} onMade={setMade} />
        <Passwords onNew={() => setOpenForm('password')} />
      </div>
    </Dialog>
  );
}

function Addresses({ onNew, onMade }: { onNew: () => void; onMade: (url: string) => void }) {
  const { t } = useMessages();
  const query = useQuery(feeds());
  return (
    <section className="grid gap-3">
      <h3 className="text-base">{t('calendar.secretAddresses')}</h3>
      <p className="text-sm text-ink-2">{t('calendar.secretAbout')}</p>
      <QueryBoundary query={query} skeleton={['h-14']} isSmall>
        {({ items }) => (
          <>
            {items.length > 0 && (
              <RowList label={t('calendar.secretAddresses')}>
                {items.map((feed) => (
                  <FeedRow key={feed.id} feed={feed} onMade={onMade} />
                ))}
              </RowList>
            )}
            <Button variant="soft" icon={Rss} className="justify-self-start" onClick={onNew}>
              {t('calendar.newAddress')}
            </Button>
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

function FeedRow({ feed, onMade }: { feed: CalendarFeed; onMade: (url: string) => void }) {
  const { t, list } = useMessages();
  const lines = useLines();
  const { confirmed, dialog } = useConfirmation();
  const { id, name, kinds, club, hub } = feed;
  const place = club ?? hub;
  const renew = useAction(() => confirmed(() => renewFeed(id)), {
    invalidates: staleFeeds,
    confirm: () => ({
      title: t('calendar.renewTitle', { name }),
      body: t('calendar.renewBody'),
      confirmLabel: t('calendar.renew'),
    }),
    onSuccess: ({ url }) => onMade(url),
  });
  const revoke = useAction(() => revokeFeed(id), {
    invalidates: staleFeeds,
    success: t('calendar.revoked', { name }),
    confirm: () => ({
      title: t('calendar.revokeTitle', { name }),
      body: t('calendar.revokeBody'),
      confirmLabel: t('calendar.revoke'),
      isDanger: true,
    }),
  });
  return (
    <Row
      mark={
        <RowIcon>
          <Rss size={20} aria-hidden />
        </RowIcon>
      }
      title={name}
      lines={[
        place !== null
          ? t('calendar.eventsOf', { name: place.name })
          : kinds.length === feedKinds.length
            ? t('calendar.everything')
            : list(kinds.map((kind) => t(kindLabels[kind]))),
        ...lines(feed),
      ]}
      end={
        <>
          {dialog}
          <Button size="sm" onClick={() => renew.run()}>
            {t('calendar.renew')}
          </Button>
          <Button size="sm" variant="quiet" onClick={() => revoke.run()}>
            {t('calendar.revoke')}
          </Button>
        </>
      }
    />
  );
}

interface FeedDraft {
  name: string;
  /** An empty string for the user's own calendar, otherwise `club:7` or `hub:7`. */
  place: string;
  kinds: readonly CalendarKind[];
  alarm: string;
  /** Days; '' for never. */
  life: string;
}
const { TextField, CheckboxGroup, Select } = fieldsOf<FeedDraft>();

function FeedForm({
  onMade,
  onClose,
}: {
  onMade: (reply: FeedReply) => void;
  onClose: () => void;
}) {
  const messages = useMessages();
  const { t } = messages;
  const { confirmed, dialog } = useConfirmation();
  const lifeOptions = useLives();
  const clubs = useQuery(ownClubs()).data?.items ?? [];
  const hubs = useQuery(ownHubs()).data?.items ?? [];
  const places = [
    ...hubs.map(({ id, name }) => ({ value: `hub:${id}`, label: name })),
    ...clubs.map(({ id, name }) => ({ value: `club:${id}`, label: name })),
  ];
  return (
    <>
      <FormDialog<FeedDraft, FeedReply>
        title={t('calendar.newAddress')}
        submitLabel={t('calendar.createAddress')}
        defaultValues={{
          name: t('calendar.myPhone'),
          place: '',
          kinds: feedKinds,
          alarm: '',
          life: '',
        }}
        save={({ name, place, kinds, alarm, life }, clientId) => {
          const [what, id = ''] = place.split(':');
          const of = what === 'club' ? { club: id } : what === 'hub' ? { hub: id } : null;
          const more = { alarm: alarm === '' ? null : Number(alarm), ...endsIn(life) };
          return confirmed(() => createFeed(clientId, name, of ?? { kinds: [...kinds] }, more));
        }}
        invalidates={staleFeeds}
        isComplete={({ name, place, kinds }) =>
          name.trim() !== '' && (place !== '' || kinds.length > 0)
        }
        onSuccess={onMade}
        onClose={onClose}
      >
        {({ place }) => (
          <>
            <TextField name="name" label={t('calendar.name')} maxLength={personalLimits.name} />
            {places.length > 0 && (
              <Select
                name="place"
                label={t('calendar.whose')}
                options={[{ value: '', label: t('calendar.mine') }, ...places]}
              />
            )}
            {place === '' && (
              <CheckboxGroup
                name="kinds"
                label={t('calendar.includes')}
                options={feedKinds.map((kind) => ({ value: kind, label: t(kindLabels[kind]) }))}
              />
            )}
            <Select
              name="alarm"
              label={t('calendar.alarm')}
              options={[
                { value: '', label: t('calendar.alarm.own') },
                ...alarms
                  .filter((minutes) => minutes > 0)
                  .map((minutes) => ({
                    value: String(minutes),
                    label:
                      minutes === 1_440
                        ? t('calendar.alarm.day')
                        : t('calendar.alarm.before', { length: lengthText(minutes, messages) }),
                  })),
              ]}
            />
            <Select name="life" label={t('calendar.expiry')} options={lifeOptions} />
          </>
        )}
      </FormDialog>
      {dialog}
    </>
  );
}

function Passwords({ onNew }: { onNew: () => void }) {
  const { t } = useMessages();
  const query = useQuery(passwords());
  return (
    <section className="grid gap-3">
      <h3 className="text-base">{t('calendar.appPasswords')}</h3>
      <p className="text-sm text-ink-2">
        {t('calendar.appPasswordsAbout', { access: t('calendar.access.write') })}
      </p>
      <QueryBoundary query={query} skeleton={['h-14']} isSmall>
        {({ items, server, userName }) => (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <CopyField label={t('calendar.server')} value={server} />
              <CopyField label={t('calendar.userName')} value={userName} />
            </div>
            {items.length > 0 && (
              <RowList label={t('calendar.appPasswords')}>
                {items.map((one) => (
                  <PasswordRow key={one.id} password={one} />
                ))}
              </RowList>
            )}
            <Button icon={KeyRound} className="justify-self-start" onClick={onNew}>
              {t('calendar.newPassword')}
            </Button>
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

function PasswordRow({ password }: { password: CalendarPassword }) {
  const { id, name, hint, access } = password;
  const { t } = useMessages();
  const lines = useLines();
  const revoke = useAction(() => revokePassword(id), {
    invalidates: stalePasswords,
    success: t('calendar.revoked', { name }),
    confirm: () => ({
      title: t('calendar.revokeTitle', { name }),
      body: t('calendar.revokePasswordBody'),
      confirmLabel: t('calendar.revoke'),
      isDanger: true,
    }),
  });
  return (
    <Row
      mark={
        <RowIcon>
          <KeyRound size={20} aria-hidden />
        </RowIcon>
      }
      title={name}
      lines={[t(accessLabels[access]), t('calendar.beginsWith', { hint }), ...lines(password)]}
      end={
        <Button size="sm" variant="quiet" onClick={() => revoke.run()}>
          {t('calendar.revoke')}
        </Button>
      }
    />
  );
}

const accessLabels = {
  read: 'calendar.access.read',
  write: 'calendar.access.write',
} as const satisfies Record<CalendarPassword['access'], string>;

interface PasswordDraft {
  name: string;
  access: CalendarPassword['access'];
  /** Days; '' for never. */
  life: string;
}
const {
  TextField: NameField,
  RadioGroup: AccessGroup,
  Select: LifeSelect,
} = fieldsOf<PasswordDraft>();
type PasswordReply = { password: CalendarPassword; secret: string };

function PasswordForm({
  onMade,
  onClose,
}: {
  onMade: (reply: PasswordReply) => void;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const { confirmed, dialog } = useConfirmation();
  const lifeOptions = useLives();
  return (
    <>
      <FormDialog<PasswordDraft, PasswordReply>
        title={t('calendar.newPassword')}
        submitLabel={t('calendar.createPassword')}
        size="sm"
        defaultValues={{ name: t('calendar.myPhone'), access: 'read', life: '' }}
        save={({ name, access, life }, clientId) =>
          confirmed(() => createPassword(clientId, name, access, endsIn(life)))
        }
        invalidates={stalePasswords}
        isComplete={({ name }) => name.trim() !== ''}
        onSuccess={onMade}
        onClose={onClose}
      >
        <NameField name="name" label={t('calendar.name')} maxLength={personalLimits.name} />
        <AccessGroup
          name="access"
          label={t('calendar.access')}
          description={t('calendar.accessAbout', { access: t('calendar.access.write') })}
          options={passwordAccess.map((access) => ({
            value: access,
            label: t(accessLabels[access]),
          }))}
        />
        <LifeSelect name="life" label={t('calendar.expiry')} options={lifeOptions} />
      </FormDialog>
      {dialog}
    </>
  );
}
