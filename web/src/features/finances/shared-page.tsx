import { useLocation } from '@tanstack/react-router';
import { CircleAlert, ExternalLink, FileDown, FileText, LogOut } from 'lucide-react';
import { useState } from 'react';
import type { SharedFinances } from '#contract/finances/proxies.endpoints.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, FormFailure, SubmitButton, useForm } from '../../kit/form.tsx';
import { useAct } from '../../kit/use-act.ts';
import { call } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { SignInFrame } from '../sign-in/sign-in-frame.tsx';
import { BalanceCard } from './balance-card.tsx';
import { HoldCard } from './hold-card.tsx';
import { LinesTable } from './lines-table.tsx';
import english from './messages/en.json';
import { PayDialog } from './pay-dialog.tsx';
import { PlanCard } from './plan-card.tsx';
import { StatementScreen } from './statement-screen.tsx';
import { StatementDialog } from './statement-dialog.tsx';

addEnglish(english);

const { TextField } = fieldsOf<{ code: string }>();

interface Visit {
  visit: string;
  finances: SharedFinances;
}

/**
 * What a student shares with somebody outside the school: a code comes by email each time. The visit is known to this page alone, and
 * is gone when it is closed.
 */
export function SharedFinancesPage() {
  const { t } = useMessages();
  // Mails carry it behind the '#', where no server and no log sees it.
  const link = new URLSearchParams(useLocation().hash).get('link');
  const [isSent, setSent] = useState(false);
  const [open, setOpen] = useState<Visit | 'over' | null>(null);
  if (link === null)
    return (
      <SignInFrame title={t('shared.title')} lead={t('shared.missing')}>
        {null}
      </SignInFrame>
    );
  if (open !== null && open !== 'over')
    return (
      <SharedView
        {...open}
        onOver={() => {
          setSent(false);
          setOpen('over');
        }}
      />
    );
  if (!isSent)
    return (
      <SignInFrame
        title={t(open === 'over' ? 'shared.over' : 'shared.title')}
        lead={t(open === 'over' ? 'shared.overBody' : 'shared.lead')}
      >
        <SendCode link={link} label={t('shared.send')} isFirst onSent={() => setSent(true)} />
      </SignInFrame>
    );
  return (
    <SignInFrame title={t('shared.title')} lead={t('shared.sentLead')}>
      <CodeForm link={link} onOpen={setOpen} />
    </SignInFrame>
  );
}

function SendCode({
  link,
  label,
  isFirst,
  onSent,
}: {
  link: string;
  label: string;
  isFirst: boolean;
  onSent: () => void;
}) {
  const form = useForm({
    initial: {},
    save: () => call('POST /api/v1/finance/shared/codes', { link }),
    done: onSent,
  });
  return (
    <Form form={form}>
      <FormFailure form={form} />
      <SubmitButton form={form} size="lg" isBlock variant={isFirst ? 'primary' : 'outline'}>
        {label}
      </SubmitButton>
    </Form>
  );
}

function CodeForm({ link, onOpen }: { link: string; onOpen: (visit: Visit) => void }) {
  const { t } = useMessages();
  const form = useForm({
    initial: { code: '' },
    isComplete: ({ code }) => code.replace(/\D/g, '').length === 8,
    codes: { proxy_code_wrong: 'code' },
    save: async ({ code }) => {
      const { visit } = await call('POST /api/v1/finance/shared/visits', { link, code });
      return { visit, finances: await call('POST /api/v1/finance/shared/account', { visit }) };
    },
    done: onOpen,
  });
  return (
    <div className="grid gap-4">
      <Form form={form}>
        <TextField
          name="code"
          label={t('shared.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          maxLength={12}
        />
        <FormFailure form={form} />
        <SubmitButton form={form} size="lg" isBlock>
          {t('shared.open')}
        </SubmitButton>
      </Form>
      <SendCode link={link} label={t('shared.again')} isFirst={false} onSent={() => form.reset()} />
    </div>
  );
}

function SharedView({ visit, finances, onOver }: Visit & { onOver: () => void }) {
  const { t, date, day } = useMessages();
  const [isDownloading, setDownloading] = useState(false);
  const [isReading, setReading] = useState(false);
  const [paying, setPaying] = useState<string | null>(null);
  const { student, school, items, lastDay, accounts, holds, source, paysAt } = finances;
  const name = `${student.firstName} ${student.lastName}`.trim();
  const title = t('shared.of', { name });
  usePageTitle(title);
  const leave = useAct(() => call('POST /api/v1/finance/shared/sign-out', { visit }), {
    done: onOver,
  });
  /** A visit that is over ends the page. */
  const orOver = <T,>(asked: Promise<T>): Promise<T> =>
    asked.catch((error: unknown) => {
      if (error instanceof CallError && error.code === 'proxy_signed_out') onOver();
      throw error;
    });
  const hasNothing = holds.length === 0 && accounts.length === 0;
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid w-full max-w-4xl grid-cols-[minmax(0,1fr)] content-start gap-5 px-4 pt-6 pb-10 outline-none sm:px-6"
    >
      <header className="flex flex-wrap items-start justify-end gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="wrap-anywhere">{title}</h1>
          <p className="text-ink-2 text-pretty">
            {t('shared.at', {
              school,
              date: day(lastDay, 'medium'),
              name: student.firstName,
            })}
          </p>
        </div>
        {items.includes('statements') && accounts.length > 0 && (
          <>
            <Button icon={FileText} onClick={() => setReading(true)}>
              {t('finances.viewStatement')}
            </Button>
            <Button icon={FileDown} onClick={() => setDownloading(true)}>
              {t('finances.statements')}
            </Button>
          </>
        )}
        <Button icon={LogOut} isPending={leave.isPending} onClick={() => leave.run()}>
          {t('shared.signOut')}
        </Button>
      </header>
      {source.at !== null && source.isStale && (
        <Note tone="warn" icon={CircleAlert}>
          {t('finances.stale', { when: date(source.at, 'day and time') })}
        </Note>
      )}
      {source.at !== null && !source.isStale && (
        <p className="text-sm text-ink-2">
          {t('finances.source', { when: date(source.at, 'day and time') })}
        </p>
      )}
      {isReading ? (
        <StatementScreen
          accounts={accounts}
          of={['shared']}
          read={(choice, signal) =>
            orOver(call('POST /api/v1/finance/shared/statement-view', { visit, ...choice }, signal))
          }
          onClose={() => setReading(false)}
        />
      ) : (
        <>
          {hasNothing && <Note>{t('shared.nothing')}</Note>}
          {accounts.map((account) => (
            <BalanceCard
              key={account.id}
              account={account}
              isOwn={false}
              action={
                paysAt !== null &&
                (account.balance?.amount ?? 0) > 0 && (
                  <Button
                    variant="primary"
                    size="lg"
                    icon={ExternalLink}
                    className="max-sm:w-full"
                    onClick={() => setPaying(account.id)}
                  >
                    {t('finances.pay')}
                  </Button>
                )
              }
            />
          ))}
          {accounts.map(({ id, plan }) => (
            <PlanCard key={id} plan={plan} />
          ))}
          {holds.map((hold) => (
            <HoldCard key={hold.id} hold={hold} isOutside />
          ))}
          {items.includes('lines') &&
            accounts.map((account) => <LinesTable key={account.id} account={account} />)}
        </>
      )}
      {paying !== null && paysAt !== null && (
        <PayDialog
          of={['shared', paying]}
          ask={() =>
            orOver(call('POST /api/v1/finance/shared/payment-link', { visit, account: paying }))
          }
          host={paysAt}
          onClose={() => setPaying(null)}
        />
      )}
      {isDownloading && (
        <StatementDialog
          accounts={accounts}
          download={(wish) =>
            orOver(call('POST /api/v1/finance/shared/statement', { visit, ...wish }))
          }
          onClose={() => setDownloading(false)}
        />
      )}
    </main>
  );
}
