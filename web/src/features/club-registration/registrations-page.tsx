import { Link, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, ClipboardPen } from 'lucide-react';
import type { ReplyOf } from '#contract/call.ts';
import { listApplications } from '#contract/club-registration/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { BackLink } from '../../shell/back-link.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Pill } from '../../ui/pill.tsx';
import { stateTones, titleOf } from './application-words.ts';
import { applicationsQuery, beginRenewal, keepApplication } from './club-registration.data.ts';
import english from './messages/en.json';
import { RegisterButton } from './register-button.tsx';

addEnglish(english);

type Applications = ReplyOf<typeof listApplications>;

/** Returns the applications that are not in the list of clubs due for renewal. */
const othersOf = ({ items, due }: Applications) =>
  items.filter(({ id }) => due.every(({ application }) => application !== id));

/** The user's registrations, due renewals and requests to become an officer. */
export function RegistrationsPage() {
  const { t } = useMessages();
  const list = useQuery(applicationsQuery());
  return (
    <Page width="read">
      <PageHeader
        title={t('clubRegistration.mine')}
        back={<BackLink to={paths.clubs}>{t('clubRegistration.toClubs')}</BackLink>}
      >
        <RegisterButton isPrimary />
      </PageHeader>
      <QueryBoundary
        query={list}
        skeleton={['h-19', 'h-19']}
        isEmpty={({ items, due }) => items.length + due.length === 0}
        empty={{
          icon: ClipboardPen,
          title: t('clubRegistration.none'),
          body: t('clubRegistration.noneBody'),
        }}
      >
        {(data) => (
          <div className="grid gap-6">
            {data.due.length > 0 && <DueClubs due={data.due} />}
            {othersOf(data).length > 0 && (
              <section className="grid gap-2">
                <h2 className="text-lg!">{t('clubRegistration.mineList')}</h2>
                <RowList isCard label={t('clubRegistration.mineList')}>
                  {othersOf(data).map((one) => (
                    <ApplicationLine key={one.id} application={one} />
                  ))}
                </RowList>
              </section>
            )}
          </div>
        )}
      </QueryBoundary>
    </Page>
  );
}

function DueClubs({ due }: { due: Applications['due'] }) {
  const { t, date } = useMessages();
  const navigate = useNavigate();
  const renew = useAction((club: string) => beginRenewal(club), {
    invalidates: [listApplications],
    onSuccess: (application) => {
      keepApplication(application);
      return navigate({
        to: paths.clubApplication,
        params: { applicationId: application.id },
      });
    },
  });
  return (
    <section className="grid gap-2">
      <h2 className="text-lg!">{t('clubRegistration.due')}</h2>
      <RowList isCard label={t('clubRegistration.due')}>
        {due.map((club) => (
          <Row
            key={club.id}
            mark={
              <RowIcon>
                <CalendarClock size={20} aria-hidden />
              </RowIcon>
            }
            title={club.name}
            aside={
              club.status === 'frozen' && (
                <Pill tone="bad">{t('clubRegistration.renewal_frozen')}</Pill>
              )
            }
            lines={[
              t('clubRegistration.dueLine', {
                name: club.window.name,
                date: date(club.window.closesAt, 'moment'),
              }),
            ]}
            end={
              <Button
                variant="primary"
                isPending={renew.isPending && renew.pendingInput === club.id}
                onClick={() => renew.run(club.id)}
              >
                {t(club.application === null ? 'clubRegistration.renew' : 'clubRegistration.goOn')}
              </Button>
            }
          />
        ))}
      </RowList>
    </section>
  );
}

function ApplicationLine({ application }: { application: Applications['items'][number] }) {
  const messages = useMessages();
  const { t, date } = messages;
  const { id, state, asked, updatedAt } = application;
  const title = titleOf(messages, application);
  return (
    <Row
      mark={
        <RowIcon>
          <ClipboardPen size={20} aria-hidden />
        </RowIcon>
      }
      title={
        <Link
          to={paths.clubApplication}
          params={{ applicationId: id }}
          className="rounded-sm hover:underline"
        >
          {title}
        </Link>
      }
      aside={<Pill tone={stateTones[state]}>{t(`clubRegistration.state_${state}`)}</Pill>}
      lines={[
        asked !== null && t('clubRegistration.askedLine', { position: asked.name }),
        date(updatedAt),
      ]}
      end={
        asked !== null && (
          <Link
            to={paths.clubApplication}
            params={{ applicationId: id }}
            className={buttonClass({ variant: 'primary' })}
          >
            {t('clubRegistration.respond')}
            <span className="sr-only">: {title}</span>
          </Link>
        )
      }
    />
  );
}
