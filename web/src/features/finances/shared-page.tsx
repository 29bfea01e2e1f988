import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { CircleAlert, ExternalLink, FileDown, FileText, LogOut } from 'lucide-react';
import { useState } from 'react';
import type { SharedFinances } from '#contract/finances/proxies.endpoints.ts';
import {
  beginProxyVisit,
  downloadShared,
  endProxyVisit,
  getSharedPaymentLink,
  readShared,
  readSharedStatement,
  sendProxyCode,
} from '#contract/finances/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { isFramed } from '../../lib/host-page.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { readTab, writeTab } from '../../lib/stored.ts';
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

const tabKey = 'shared-finances';

/** The visit that this tab stores, if it began with `link` or the address has none (the payment page leads back without it). */
const visitOfTab = (link: string | null): { link: string; visit: string } | null => {
  const [began = '', visit = ''] = readTab(tabKey)?.split(' ') ?? [];
  return visit !== '' && (link === null || link === began) ? { link: began, visit } : null;
};

/**
 * Shows the parts of an account that a student shares with someone outside the school. Each visit starts with an emailed code and
 * lasts 30 minutes. Its token is in a cookie that scripts can't read. This tab stores the matching key, so the visit continues after
 * a reload and after returning from the payment page.
 */
export function SharedFinancesPage() {
  // Emails carry the link behind the '#', where no server and no log sees it.
  const named = new URLSearchParams(useLocation().hash).get('link');
  const [stored] = useState(() => visitOfTab(named));
  const link = named ?? stored?.link ?? null;
  const [isOver, setOver] = useState(false);
  const resumed = useQuery({
    queryKey: ['shared-finances', stored?.visit],
    queryFn: ({ signal }) => call(readShared, { visit: stored?.visit ?? '' }, signal),
    enabled: stored !== null && !isOver,
    // Each read is recorded.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  const { t } = useMessages();
  const [begun, setBegun] = useState<Visit | null>(null);
  const isEnded =
    isOver || (resumed.error instanceof CallError && resumed.error.code === 'proxy_signed_out');
  const end = () => {
    writeTab(tabKey, '');
    setBegun(null);
    setOver(true);
  };
  if (link === null)
    return (
      <SignInFrame title={t('shared.title')} lead={t('shared.missing')}>
        {null}
      </SignInFrame>
    );
  if (begun !== null) return <SharedView {...begun} onOver={end} />;
  if (stored !== null && !isEnded) {
    if (resumed.data !== undefined)
      return <SharedView visit={stored.visit} finances={resumed.data} onOver={end} />;
    return (
      <SignInFrame title={t('shared.title')}>
        <QueryBoundary query={resumed}>{() => null}</QueryBoundary>
      </SignInFrame>
    );
  }
  return (
    <CodeStep
      link={link}
      isOver={isEnded}
      onOpen={(visit) => {
        writeTab(tabKey, `${link} ${visit.visit}`);
        setOver(false);
        setBegun(visit);
      }}
    />
  );
}

function CodeStep({
  link,
  isOver,
  onOpen,
}: {
  link: string;
  isOver: boolean;
  onOpen: (visit: Visit) => void;
}) {
  const { t } = useMessages();
  const [isSent, setSent] = useState(false);
  if (!isSent)
    return (
      <SignInFrame
        title={t(isOver ? 'shared.over' : 'shared.title')}
        lead={t(isOver ? 'shared.overBody' : 'shared.lead')}
      >
        <SendCode link={link} label={t('shared.send')} isFirst onSent={() => setSent(true)} />
      </SignInFrame>
    );
  return (
    <SignInFrame title={t('shared.title')} lead={t('shared.sentLead')}>
      <CodeForm link={link} onOpen={onOpen} />
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
    defaultValues: {},
    save: () => call(sendProxyCode, { link }),
    onSuccess: onSent,
  });
  return (
    <Form form={form}>
      <FormError form={form} />
      <SubmitButton form={form} size="lg" isBlock variant={isFirst ? 'primary' : 'outline'}>
        {label}
      </SubmitButton>
    </Form>
  );
}

function CodeForm({ link, onOpen }: { link: string; onOpen: (visit: Visit) => void }) {
  const { t } = useMessages();
  const form = useForm({
    defaultValues: { code: '' },
    isComplete: ({ code }) => code.replace(/\D/g, '').length === 8,
    errorFields: { proxy_code_wrong: 'code' },
    save: async ({ code }) => {
      const { visit } = await call(beginProxyVisit, {
        link,
        code,
        ...(isFramed() && { inFrame: true }),
      });
      return { visit, finances: await call(readShared, { visit }) };
    },
    onSuccess: onOpen,
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
        <FormError form={form} />
        <SubmitButton form={form} size="lg" isBlock>
          {t('shared.open')}
        </SubmitButton>
      </Form>
      <SendCode link={link} label={t('shared.again')} isFirst={false} onSent={() => form.reset()} />
    </div>
  );
}

function SharedView({ visit, finances, onOver }: Visit & { onOver: () => void }) {
  const { t, day } = useMessages();
  const [isDownloading, setDownloading] = useState(false);
  const [isReading, setReading] = useState(false);
  const [paying, setPaying] = useState<string | null>(null);
  const { student, school, items, lastDay, accounts, holds, source, paysAt } = finances;
  const name = `${student.firstName} ${student.lastName}`.trim();
  const title = t('shared.of', { name });
  usePageTitle(title);
  const leave = useAction(() => call(endProxyVisit, { visit }), {
    onSuccess: onOver,
  });
  /** Shows the end page once the visit has expired. */
  const orOver = <T,>(asked: Promise<T>): Promise<T> =>
    asked.catch((error: unknown) => {
      if (error instanceof CallError && error.code === 'proxy_signed_out') onOver();
      throw error;
    });
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
      <SourceNote source={source} />
      {isReading ? (
        <StatementScreen
          accounts={accounts}
          of={['shared']}
          read={(choice, signal) => orOver(call(readSharedStatement, { visit, ...choice }, signal))}
          onClose={() => setReading(false)}
        />
      ) : (
        <SharedAccounts
          accounts={accounts}
          paysAt={paysAt}
          onPay={setPaying}
          holds={holds}
          items={items}
        />
      )}
      {paying !== null && paysAt !== null && (
        <PayDialog
          of={['shared', paying]}
          ask={() => orOver(call(getSharedPaymentLink, { visit, account: paying }))}
          host={paysAt}
          onClose={() => setPaying(null)}
        />
      )}
      {isDownloading && (
        <StatementDialog
          accounts={accounts}
          download={(wish) => orOver(call(downloadShared, { visit, ...wish }))}
          onClose={() => setDownloading(false)}
        />
      )}
    </main>
  );
}

interface SharedAccountsProps {
  accounts: SharedFinances['accounts'];
  paysAt: string | null;
  onPay: (account: string) => void;
  holds: SharedFinances['holds'];
  items: SharedFinances['items'];
}

/** Balances, payment plans, holds and transactions. */
function SharedAccounts({ accounts, paysAt, onPay, holds, items }: SharedAccountsProps) {
  const { t } = useMessages();
  const hasNothing = holds.length === 0 && accounts.length === 0;
  return (
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
                onClick={() => onPay(account.id)}
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
  );
}

/** When the school’s system last sent data. */
function SourceNote({ source }: { source: SharedFinances['source'] }) {
  const { t, date } = useMessages();
  return (
    <>
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
    </>
  );
}
