import type { NotificationKind } from '#contract/notifications/keys.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import { onEventWithNumber } from '../../../kernel/jobs/event-handler.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import {
  noActor,
  notifiedAtOnce,
  notifyOfEvents,
  userEventsFor,
} from '../../notifications/notify/notify.ts';
import { selectElection } from '../elections.queries.ts';
import { awaitsPaper } from '../elections.rules.ts';
import { readTurnout } from '../voting/turnout.ts';
import {
  isElectionThere,
  selectElectionTitle,
  selectManagers,
  selectPaperManagers,
  selectVotersAfter,
} from './election-notifications.queries.ts';

interface Notice {
  readonly election: number;
  readonly title: string;
  readonly kind: NotificationKind;
  readonly event: number;
  readonly actor: number;
  readonly path?: string;
}

const notifyOf = (
  scope: Scope,
  users: readonly number[],
  { election, title, kind, event, actor, path = `/elections/${election}` }: Notice,
): Promise<void> =>
  notifyOfEvents(
    scope,
    userEventsFor(
      users.filter((user) => user !== actor),
      actor,
      event,
    ),
    {
      condition: isElectionThere(election),
      key: 'general.elections',
      kind,
      collapseKey: `election:${election}:${kind}`,
      club: 0,
      about: { title, path },
    },
  );

const readTitle = (scope: Scope, election: number) =>
  transact(scope, ({ db }) => selectElectionTitle(db, election), { readOnly: true });

/** Notifies all voters. Notifying only people who haven't voted would reveal who has. */
const notifyVoters =
  (kind: NotificationKind) =>
  async (
    scope: Scope,
    {
      id: event,
      payload: { election },
    }: OutboxEvent<
      'election_opened' | 'election_extended' | 'election_canceled' | 'election_published'
    >,
  ): Promise<void> => {
    const found = await readTitle(scope, election);
    if (found === undefined) return;
    const notice = { election, title: found.title, kind, event, actor: noActor };
    for (let after = 0; ;) {
      const window = { after, size: notifiedAtOnce };
      const voters = await transact(scope, ({ db }) => selectVotersAfter(db, election, window), {
        readOnly: true,
      });
      await notifyOf(scope, voters, notice);
      if (voters.length < notifiedAtOnce) return;
      after = voters.at(-1) ?? after;
    }
  };

const onNominated = async (
  scope: Scope,
  { id: event, payload: { election, person, by } }: OutboxEvent<'election_nominated'>,
): Promise<void> => {
  const found = await readTitle(scope, election);
  if (found === undefined) return;
  await notifyOf(scope, [person], {
    election,
    title: found.title,
    kind: 'election_nominated',
    event,
    actor: by,
  });
};

/** Asks the other managers of the club to announce an election. */
const onProposed = async (
  scope: Scope,
  { id: event, payload: { election, by } }: OutboxEvent<'election_proposed'>,
): Promise<void> => {
  const found = await readTitle(scope, election);
  const club = found?.club_id ?? null;
  if (found === undefined || club === null) return;
  const managers = await transact(scope, ({ db }) => selectManagers(db, club), { readOnly: true });
  await notifyOf(scope, managers, {
    election,
    title: found.title,
    kind: 'election_to_announce',
    event,
    actor: by,
  });
};

/** Asks the managers who aren't candidates to enter the paper ballots. */
const onPaperDue = async (
  scope: Scope,
  { id: event, payload: { election } }: OutboxEvent<'election_paper_due'>,
): Promise<void> => {
  const row = await transact(
    scope,
    ({ db, clock }) => selectElection(db, 0, election, clock.now()),
    { readOnly: true },
  );
  if (row === undefined || !awaitsPaper(row)) return;
  if ((await readTurnout(scope, row, { isFinal: true })).paperVoters === 0) return;
  const people = await transact(scope, ({ db }) => selectPaperManagers(db, row), {
    readOnly: true,
  });
  await notifyOf(scope, people, {
    election,
    title: row.title,
    kind: 'election_paper_due',
    event,
    actor: noActor,
    path: `/elections/${election}/paper`,
  });
};

export const electionNotifications = [
  // An election of the whole school notifies thousands of people.
  onEventWithNumber('elections.notify-opened', 'election_opened', notifyVoters('election_opened'), {
    timeoutSeconds: 3_600,
  }),
  onEventWithNumber(
    'elections.notify-extended',
    'election_extended',
    notifyVoters('election_extended'),
    { timeoutSeconds: 3_600 },
  ),
  onEventWithNumber(
    'elections.notify-canceled',
    'election_canceled',
    notifyVoters('election_canceled'),
    { timeoutSeconds: 3_600 },
  ),
  onEventWithNumber(
    'elections.notify-published',
    'election_published',
    notifyVoters('election_published'),
    { timeoutSeconds: 3_600 },
  ),
  onEventWithNumber('elections.notify-nominated', 'election_nominated', onNominated),
  onEventWithNumber('elections.notify-proposed', 'election_proposed', onProposed),
  onEventWithNumber('elections.notify-paper-due', 'election_paper_due', onPaperDue),
];
