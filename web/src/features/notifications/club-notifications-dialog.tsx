import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { MemberKey } from '#contract/notifications/keys.ts';
import { updateGroupPreference } from '#contract/notifications/calls.ts';
import type { Preferences } from '#contract/notifications/settings.endpoints.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useSenderChoice } from '../newsletters/sender-choice.ts';
import { inboxChoiceQuery } from '../newsletters/newsletters.data.ts';
import { choicesFor, clubLevels, levelOf, type ClubLevel } from './club-level.ts';
import { preferencesQuery } from './notifications.data.ts';
import clubInbox from 'messages:en/inbox.club*';
import eventInbox from 'messages:en/inbox.event*';
import english from './messages/en.json';

addEnglish({ ...english, ...clubInbox, ...eventInbox });

/** A member's notifications and emails of one club. */
export function ClubNotificationsDialog({
  club,
  onClose,
}: {
  club: { readonly id: string; readonly name: string };
  onClose: () => void;
}) {
  const { t } = useMessages();
  const preferences = useQuery(preferencesQuery());
  return (
    <Dialog title={t('prefs.clubTitle', { name: club.name })} isOpen onClose={onClose}>
      <div className="grid gap-5">
        <QueryBoundary query={preferences} skeleton={['h-36']} isEmpty={() => false}>
          {(data) => <Levels club={club.id} preferences={data} />}
        </QueryBoundary>
        <ClubEmails club={club} />
        <Link to={paths.settingsNotifications} className="text-link justify-self-start">
          {t('prefs.allSettings')}
        </Link>
      </div>
    </Dialog>
  );
}

function Levels({ club, preferences }: { club: string; preferences: Preferences }) {
  const { t } = useMessages();
  const { queryKey } = preferencesQuery();
  const group = preferences.groups.find(
    ({ groupId, role }) => groupId === club && role === 'member',
  );
  const save = useAction(
    async (level: ClubLevel) => {
      let saved = preferences;
      for (const [key, choice] of choicesFor(group?.keys ?? {}, level))
        saved = await call(updateGroupPreference, {
          groupId: club,
          role: 'member',
          key: key as MemberKey,
          preferences: choice,
        });
      return saved;
    },
    {
      updates: queryKey,
      // If one key fails, the keys before it are saved.
      invalidates: [queryKey],
      success: t('prefs.saved'),
      scope: 'preferences',
    },
  );
  if (group === undefined) return null;
  if (preferences.global.groups.in_app === 'disabled')
    return <Note>{t('prefs.clubsOff', { section: t('category.groups') })}</Note>;
  const level = save.pendingInput ?? levelOf(group.keys);
  return (
    <RadioGroup
      label={t('prefs.title')}
      {...(level === null && { description: t('prefs.clubMixed') })}
      value={level}
      options={clubLevels.map((value) => ({
        value,
        label: t(`prefs.club_${value}`),
        description: t(`prefs.clubBody_${value}`),
      }))}
      onChange={(next) => save.run(next)}
    />
  );
}

/** Whether the emails that officers write to members also come by email. */
function ClubEmails({ club }: { club: { readonly id: string; readonly name: string } }) {
  const { t } = useMessages();
  const { data } = useQuery(inboxChoiceQuery());
  const choose = useSenderChoice();
  if (data === undefined) return null;
  return (
    <Switch
      label={t('prefs.clubEmails')}
      description={t('prefs.clubEmailsBody')}
      isOn={!data.clubs.some(({ id }) => id === club.id)}
      onChange={(byMail) => choose.run({ sender: { kind: 'club', ...club }, byMail })}
    />
  );
}
