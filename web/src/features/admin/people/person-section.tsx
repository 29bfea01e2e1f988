import { Link, useParams } from '@tanstack/react-router';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  Flag,
  Monitor,
  Power,
  ShieldBan,
  ShieldOff,
  UserRound,
  UserX,
  UsersRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReplyOf } from '#contract/call.ts';
import { getSchoolPerson } from '#contract/admin/calls.ts';
import { listAudit } from '#contract/audit/calls.ts';
import { resetSecondFactor } from '#contract/sessions/calls.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { LoadMore, Row, RowIcon, RowList } from '../../../kit/row-list.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call, callQuery } from '../../../lib/call.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../shell/back-link.tsx';
import { useSectionHeading } from '../../../shell/section-heading.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { buttonClass } from '../../../ui/button-style.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Definition, DefinitionList } from '../../../ui/definition-list.tsx';
import { Note } from '../../../ui/note.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { useConfirmation } from '../../confirmation/confirmation.tsx';
import { nameOf, profileLink } from '../../people/person.ts';
import { LogEntry } from '../log-entry.tsx';
import english from '../messages/en.json';
import safetyEnglish from '../../safety/messages/en.json';
import { AccountStatePill } from './account-state.tsx';
import { useAccountActions } from './use-account-actions.tsx';

addEnglish(english);
addEnglish(safetyEnglish);

type Detail = ReplyOf<typeof getSchoolPerson>;

/** A person's account, for admins. */
export function PersonSection() {
  const { t } = useMessages();
  const { personId } = useParams({ strict: false });
  const uid = personId ?? '';
  const person = useQuery(callQuery(getSchoolPerson, { uid }));
  useSectionHeading(
    person.data ? nameOf(person.data.person) : t('accounts.title'),
    <BackLink to={paths.adminPeople}>{t('accounts.title')}</BackLink>,
  );
  return (
    <div className="grid gap-4">
      <QueryBoundary
        query={person}
        skeleton={['h-24', 'h-72', 'h-72']}
        isEmpty={() => false}
        errorContent={{
          not_found: { icon: UserX, title: t('accounts.gone'), body: t('accounts.goneBody') },
        }}
      >
        {(detail) => (
          <>
            <Head detail={detail} />
            <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <AccountCard detail={detail} />
                <DevicesCard detail={detail} />
                <ActivityCard uid={uid} />
              </div>
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <ReportsCard detail={detail} />
                <ClubsCard detail={detail} />
              </div>
            </div>
          </>
        )}
      </QueryBoundary>
    </div>
  );
}

function Head({ detail }: { detail: Detail }) {
  const { t, date } = useMessages();
  const name = nameOf(detail.person);
  const actions = useAccountActions();
  const { confirmed, dialog } = useConfirmation();
  const reset = useAction((uid: string) => confirmed(() => call(resetSecondFactor, { uid })), {
    confirm: () => ({
      title: t('accounts.resetTwoStepTitle', { name }),
      body: t('accounts.resetTwoStepBody'),
      confirmLabel: t('accounts.resetTwoStep'),
      isDanger: true,
    }),
    invalidates: [getSchoolPerson, listAudit],
    success: t('accounts.resetTwoStepDone'),
  });
  const { suspension } = detail;
  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar name={name} photoUrl={detail.person.photoUrl} size={4} />
        <div className="grid min-w-0 flex-1 basis-56 gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <bdi className="min-w-0 font-bold wrap-anywhere">{detail.person.username}</bdi>
            <AccountStatePill state={detail.state} />
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          {(detail.state === 'active' || detail.state === 'new') && (
            <Link {...profileLink(detail.person.uid)} data-no-card className={buttonClass({})}>
              <UserRound size={20} aria-hidden />
              {t('accounts.profile')}
            </Link>
          )}
          {actions
            .itemsFor([detail])
            .filter(({ id }) => id !== 'invite' || detail.can.invite)
            .map(({ id, label, icon }) => (
              <Button key={id} {...(icon && { icon })} onClick={() => actions.run(id, [detail])}>
                {label}
              </Button>
            ))}
          {detail.can.resetTwoStep && (
            <Button icon={ShieldOff} onClick={() => reset.run(detail.person.uid)}>
              {t('accounts.resetTwoStep')}
            </Button>
          )}
        </div>
      </header>
      {detail.state === 'suspended' && suspension && (
        <Note tone="bad" icon={ShieldBan}>
          <p className="font-bold">
            {suspension.by
              ? t('accounts.suspendedBy', {
                  name: nameOf(suspension.by),
                  date: date(suspension.at, 'moment'),
                })
              : t('accounts.suspendedOn', { date: date(suspension.at, 'moment') })}
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
            {suspension.reason}
          </p>
          {detail.isDeactivated && <p>{t('accounts.alsoDeactivated')}</p>}
        </Note>
      )}
      {detail.state === 'deactivated' && <Note icon={Power}>{t('accounts.deactivatedBody')}</Note>}
      {actions.dialog}
      {dialog}
    </div>
  );
}

function AccountCard({ detail }: { detail: Detail }) {
  const { t, date, ago, list } = useMessages();
  const { invitation, signIn } = detail;
  const methods = [
    ...(signIn.password ? [t('accounts.password')] : []),
    ...(signIn.sso ? [t('accounts.sso')] : []),
    ...(signIn.passkeys > 0 ? [t('accounts.passkeys', { count: signIn.passkeys })] : []),
    ...(signIn.twoStep ? [t('accounts.twoStep')] : []),
    ...(signIn.keys > 0 ? [t('accounts.keys', { count: signIn.keys })] : []),
    ...(signIn.appPasswords > 0
      ? [t('accounts.appPasswords', { count: signIn.appPasswords })]
      : []),
  ];
  const roles: ReactNode[] = [
    ...(detail.isAdmin
      ? [
          <Pill key="admin" tone="brand">
            {t('accounts.admin')}
          </Pill>,
        ]
      : []),
    ...(detail.isAdviser ? [<Pill key="advisor">{t('accounts.advisor')}</Pill>] : []),
    ...detail.roles.map((role) => (
      <Pill key={`role ${role}`}>
        <bdi>{role}</bdi>
      </Pill>
    )),
  ];
  return (
    <Card title={t('accounts.account')}>
      <DefinitionList>
        <Definition term={t('accounts.email')}>
          {detail.email === null ? (
            t('accounts.noEmail')
          ) : (
            <a href={`mailto:${detail.email}`} className="wrap-anywhere hover:underline" dir="ltr">
              {detail.email}
            </a>
          )}
        </Definition>
        {detail.studentNumber !== null && (
          <Definition term={t('accounts.studentNumber')}>
            <bdi>{detail.studentNumber}</bdi>
          </Definition>
        )}
        <Definition term={t('accounts.type')}>{detail.accountType}</Definition>
        <Definition term={t('accounts.roles')}>
          {roles.length === 0 ? (
            t('accounts.noRoles')
          ) : (
            <span className="flex flex-wrap gap-1.5">{roles}</span>
          )}
        </Definition>
        <Definition term={t('accounts.added')}>{date(detail.addedAt, 'medium')}</Definition>
        <Definition term={t('accounts.seen')}>
          {detail.lastSeenAt === null ? t('accounts.never') : ago(detail.lastSeenAt)}
        </Definition>
        <Definition term={t('accounts.lastSignIn')}>
          {detail.lastSignInAt === null
            ? t(detail.state === 'new' ? 'accounts.never' : 'accounts.unknown')
            : date(detail.lastSignInAt, 'moment')}
        </Definition>
        <Definition term={t('accounts.methods')}>
          {methods.length === 0 ? t('accounts.noRoles') : list(methods)}
        </Definition>
        {(detail.state === 'new' || invitation !== null) && (
          <Definition term={t('accounts.invitation')}>
            {invitation === null
              ? t('accounts.invitation_none')
              : t(`accounts.invitation_${invitation.state}`, {
                  date: date(invitation.at, 'moment'),
                })}
          </Definition>
        )}
      </DefinitionList>
    </Card>
  );
}

function DevicesCard({ detail: { sessions } }: { detail: Detail }) {
  const { t, ago, date } = useMessages();
  return (
    <Card title={t('accounts.devices')}>
      {sessions.length === 0 ? (
        <p className="text-ink-2">{t('accounts.noDevices')}</p>
      ) : (
        <RowList label={t('accounts.devices')}>
          {sessions.map((one) => (
            <Row
              key={`${one.device} ${one.signedInAt}`}
              mark={
                <RowIcon>
                  <Monitor size={20} aria-hidden />
                </RowIcon>
              }
              title={one.device}
              lines={[
                [
                  t('accounts.deviceSeen', { when: ago(one.lastSeenAt) }),
                  `${t('accounts.deviceSince', { when: date(one.signedInAt, 'medium') })} ${t(`accounts.method_${one.method}`)}`,
                ].join(' • '),
              ]}
            />
          ))}
        </RowList>
      )}
    </Card>
  );
}

function ReportsCard({ detail: { reports } }: { detail: Detail }) {
  const { t, ago } = useMessages();
  return (
    <Card
      title={t('accounts.reports')}
      aside={
        reports.length > 0 && (
          <Link to={paths.adminReports} className="text-sm font-bold text-brand-text underline">
            {t('accounts.reviewReports')}
          </Link>
        )
      }
    >
      {reports.length === 0 ? (
        <p className="text-ink-2">{t('accounts.noReports')}</p>
      ) : (
        <RowList label={t('accounts.reports')}>
          {reports.map((one) => (
            <Row
              key={one.id}
              mark={
                <RowIcon>
                  <Flag size={20} aria-hidden />
                </RowIcon>
              }
              title={t(`safety.reason_${one.reason}`)}
              lines={[[t(`report.${one.state}`), ago(one.at)].join(' • ')]}
            />
          ))}
        </RowList>
      )}
    </Card>
  );
}

function ClubsCard({ detail: { clubs } }: { detail: Detail }) {
  const { t, date } = useMessages();
  return (
    <Card title={t('accounts.clubs')}>
      {clubs.length === 0 ? (
        <p className="text-ink-2">{t('accounts.noClubs')}</p>
      ) : (
        <RowList label={t('accounts.clubs')}>
          {clubs.map((club) => (
            <Row
              key={club.id}
              mark={
                <RowIcon>
                  <UsersRound size={20} aria-hidden />
                </RowIcon>
              }
              title={
                <Link to={paths.club} params={{ clubId: club.id }} className="hover:underline">
                  {club.name}
                </Link>
              }
              lines={[
                [
                  ...club.positions,
                  t('accounts.memberSince', { date: date(club.since, 'medium') }),
                ].join(' • '),
              ]}
            />
          ))}
        </RowList>
      )}
    </Card>
  );
}

const shown = 20;

function ActivityCard({ uid }: { uid: string }) {
  const { t } = useMessages();
  const log = useInfiniteQuery({
    queryKey: [listAudit, 'person', uid],
    queryFn: ({ pageParam }) =>
      call(listAudit, { person: uid, size: shown, ...(pageParam > 0 && { before: pageParam }) }),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
  });
  return (
    <Card title={t('accounts.activity')}>
      <QueryBoundary query={log} isSmall skeleton={['h-24']} isEmpty={() => false}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          return entries.length === 0 ? (
            <p className="text-ink-2">{t('accounts.noActivity')}</p>
          ) : (
            <div className="grid gap-3">
              <ol className="-mx-4 divide-y divide-line sm:-mx-5">
                {entries.map((entry) => (
                  <LogEntry key={entry.number} entry={entry} />
                ))}
              </ol>
              <LoadMore query={log}>{t('audit.more')}</LoadMore>
            </div>
          );
        }}
      </QueryBoundary>
    </Card>
  );
}
