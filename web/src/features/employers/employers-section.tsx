import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Ban, Building2, Ellipsis, Mail, Pencil, RotateCcw, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import {
  deleteContact,
  deleteEmployer,
  inviteContactAgain,
  listEmployers,
  restoreEmployer,
  suspendEmployer,
} from '#contract/employers/calls.ts';
import type { Employer, EmployerContact } from '#contract/employers/endpoints.ts';
import { employerLimits } from '#contract/employers/limits.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { LoadMore, Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { isolate } from '../../lib/apart.ts';
import { call } from '../../lib/call.ts';
import { useDebounced } from '../../lib/debounce.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { Pill } from '../../ui/pill.tsx';
import { staleJobs } from '../jobs/jobs.data.ts';
import {
  EditEmployerDialog,
  InviteContactDialog,
  InviteEmployerDialog,
} from './employer-dialogs.tsx';
import { employerPages } from './employers.data.ts';
import english from './messages/en.json';

addEnglish(english);

/** Employers that can post jobs, for staff. */
export function EmployersSection() {
  const { t } = useMessages();
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const [isInviting, setInviting] = useState(false);
  useDebounced(text, (settled) => setSearch(settled.trim()));
  const query = useInfiniteQuery({ ...employerPages(search), placeholderData: keepPreviousData });
  return (
    <>
      <ListPage
        query={query}
        intro={t('employers.intro')}
        add={{ label: t('employers.invite'), icon: UserPlus, onAdd: () => setInviting(true) }}
        search={{
          label: t('employers.search'),
          value: text,
          onChange: (next) => setText(next.slice(0, employerLimits.search)),
        }}
        isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
        empty={{ icon: Building2, title: t('employers.none') }}
        nothingFound={{ title: t('employers.noMatch') }}
      >
        {({ pages }) => (
          <div className="grid gap-4">
            {pages.flatMap(({ items }) =>
              items.map((employer) => <EmployerCard key={employer.id} employer={employer} />),
            )}
            <LoadMore query={query} />
          </div>
        )}
      </ListPage>
      {isInviting && <InviteEmployerDialog onClose={() => setInviting(false)} />}
    </>
  );
}

const stale = [listEmployers, ...staleJobs];

/** An employer with its contacts. */
function EmployerCard({ employer }: { employer: Employer }) {
  const { t } = useMessages();
  const [dialog, setDialog] = useState<'edit' | 'invite' | null>(null);
  const { id, name, website, isSuspended, openJobs, contacts } = employer;
  const suspend = useAction(() => call(suspendEmployer, { id }), {
    confirm: () => ({
      title: t('employers.suspendTitle', { name: isolate(name) }),
      body: t('employers.suspendBody'),
      confirmLabel: t('employers.suspend'),
      isDanger: true,
    }),
    invalidates: stale,
    success: t('employers.suspended'),
  });
  const restore = useAction(() => call(restoreEmployer, { id }), {
    invalidates: stale,
    success: t('employers.restored'),
  });
  const remove = useAction(() => call(deleteEmployer, { id }), {
    confirm: () => ({
      title: t('employers.deleteTitle', { name: isolate(name) }),
      body: t('employers.deleteBody'),
      confirmLabel: t('employers.delete'),
      isDanger: true,
    }),
    invalidates: stale,
    success: t('employers.deleted'),
  });
  return (
    <section aria-label={name} className="card px-4 sm:px-5">
      <header className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 py-3">
        <div className="flex min-w-0 flex-1 basis-40 items-center gap-3">
          <RowIcon>
            <Building2 size={20} strokeWidth={1.75} aria-hidden />
          </RowIcon>
          <div className="grid min-w-0 flex-1 gap-0.5">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <h2 dir="auto" className="page-start min-w-0 text-base! wrap-anywhere">
                {name}
              </h2>
              {isSuspended && <Pill tone="bad">{t('employers.state_suspended')}</Pill>}
            </div>
            <p className="text-sm">
              <a
                href={website}
                target="_blank"
                rel="noopener noreferrer nofollow"
                dir="ltr"
                className="text-link wrap-anywhere"
              >
                {website}
              </a>
            </p>
            <p className="text-sm text-ink-2">{t('employers.openJobs', { count: openJobs })}</p>
          </div>
        </div>
        <MenuButton
          label={t('employers.more', { name: isolate(name) })}
          icon={Ellipsis}
          items={[
            { id: 'edit' as const, label: t('employers.edit'), icon: Pencil },
            ...(isSuspended
              ? [{ id: 'restore' as const, label: t('employers.restore'), icon: RotateCcw }]
              : [
                  { id: 'invite' as const, label: t('employers.inviteContact'), icon: UserPlus },
                  {
                    id: 'suspend' as const,
                    label: t('employers.suspend'),
                    icon: Ban,
                    isDanger: true,
                  },
                ]),
            { id: 'delete' as const, label: t('employers.delete'), icon: Trash2, isDanger: true },
          ]}
          onAction={(act) => {
            if (act === 'suspend') suspend.run();
            else if (act === 'restore') restore.run();
            else if (act === 'delete') remove.run();
            else setDialog(act);
          }}
        />
      </header>
      {contacts.length > 0 && (
        <div className="border-t border-line">
          <RowList label={t('employers.contactsOf', { name })}>
            {contacts.map((contact) => (
              <ContactRow key={contact.id} employer={employer} contact={contact} />
            ))}
          </RowList>
        </div>
      )}
      {dialog === 'edit' && (
        <EditEmployerDialog employer={employer} onClose={() => setDialog(null)} />
      )}
      {dialog === 'invite' && (
        <InviteContactDialog employer={employer} onClose={() => setDialog(null)} />
      )}
    </section>
  );
}

function ContactRow({ employer, contact }: { employer: Employer; contact: EmployerContact }) {
  const { t, date } = useMessages();
  const { name, email, invitedAt, lastSignInAt } = contact;
  const which = { id: employer.id, contact: contact.id };
  const again = useAction(() => call(inviteContactAgain, which), {
    success: t('employers.sentAgain', { email: isolate(email) }),
  });
  const remove = useAction(() => call(deleteContact, which), {
    confirm: () => ({
      title: t('employers.deleteContactTitle', { name: isolate(name) }),
      body: t('employers.deleteContactBody'),
      confirmLabel: t('employers.deleteContact'),
      isDanger: true,
    }),
    invalidates: [listEmployers],
    success: t('employers.contactDeleted'),
  });
  return (
    <Row
      title={name}
      aside={lastSignInAt === null && <Pill tone="quiet">{t('employers.state_invited')}</Pill>}
      lines={[
        <bdi key="email" className="wrap-anywhere">
          {email}
        </bdi>,
        lastSignInAt === null
          ? t('employers.invitedOn', { date: date(invitedAt, 'medium') })
          : t('employers.lastSignIn', { date: date(lastSignInAt, 'medium') }),
      ]}
      end={
        <MenuButton
          label={t('employers.more', { name: isolate(name) })}
          icon={Ellipsis}
          variant="quiet"
          items={[
            ...(employer.isSuspended
              ? []
              : [{ id: 'again' as const, label: t('employers.sendAgain'), icon: Mail }]),
            {
              id: 'remove' as const,
              label: t('employers.deleteContact'),
              icon: Trash2,
              isDanger: true,
            },
          ]}
          onAction={(act) => (act === 'again' ? again : remove).run()}
        />
      }
    />
  );
}
