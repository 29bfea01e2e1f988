import { useQuery } from '@tanstack/react-query';
import {
  CircleAlert,
  ExternalLink,
  Eye,
  EyeOff,
  FileDown,
  FileText,
  RefreshCw,
  ShieldCheck,
} from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { ReplyOf } from '#contract/call.ts';
import type { FinanceHold } from '#contract/finances/shapes.ts';
import {
  downloadStatement,
  type getBursar,
  getPaymentLink,
  readStatement,
  visitFinances,
} from '#contract/finances/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { call } from '../../lib/call.ts';
import { useMinWidth } from '../../lib/media.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useStore } from '../../lib/store.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { useConfirmation } from '../confirmation/confirmation.tsx';
import { BalanceCard, NoAccount } from './balance-card.tsx';
import { bursarQuery, holdsQuery } from './finances.data.ts';
import { ContactLines, HoldCard } from './hold-card.tsx';
import { LinesTable } from './lines-table.tsx';
import { Hidden, hiding, setHiding, useMoney } from './money.tsx';
import english from './messages/en.json';
import { PayDialog, type Payable } from './pay-dialog.tsx';
import { PlanCard } from './plan-card.tsx';
import { ProxiesCard } from './proxies-card.tsx';
import { StatementScreen } from './statement-screen.tsx';
import { StatementDialog } from './statement-dialog.tsx';
import { WhenSettled } from '../../kit/when-settled.tsx';
import { SideColumn } from '../../shell/side-column.tsx';

addEnglish(english);

type Bursar = ReplyOf<typeof getBursar>;

/** The user's balance, due dates and holds. */
export function FinancesPage() {
  const { t, date } = useMessages();
  const isHidden = useStore(hiding);
  const bursar = useQuery(bursarQuery());
  const holds = useQuery(holdsQuery());
  const [isDownloading, setDownloading] = useState(false);
  const [isReading, setReading] = useState(false);
  const { confirmed, dialog } = useConfirmation();
  const { data } = bursar;
  const hasLoaded = data !== undefined;
  // New items stay marked during a visit and for half an hour after it.
  useEffect(() => {
    if (hasLoaded) void call(visitFinances, {}).catch(() => undefined);
  }, [hasLoaded]);
  const hasAccounts = data !== undefined && data.accounts.length > 0;
  const isMid = useMinWidth('md');
  const eye = (
    <Button
      variant="quiet"
      icon={isHidden ? Eye : EyeOff}
      onClick={() => setHiding(!isHidden)}
      label={t(isHidden ? 'finances.showHere' : 'finances.hide')}
    >
      <span className="max-md:hidden">{t(isHidden ? 'finances.show' : 'finances.hideShort')}</span>
    </Button>
  );
  const statements = (
    <span className="flex flex-wrap gap-2">
      <Button icon={FileText} onClick={() => setReading(true)}>
        {t('finances.viewStatement')}
      </Button>
      <Button
        icon={FileDown}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => setDownloading(true)}
      >
        {t('finances.statements')}
      </Button>
    </span>
  );
  return (
    <Hidden value={isHidden}>
      <Page>
        <PageHeader title={t('finances.title')}>
          {data?.source.at != null && !data.source.isStale && (
            <span className="flex items-center gap-1.5 text-sm text-ink-2 max-md:hidden">
              <RefreshCw size={16} aria-hidden />
              {t('finances.source', { when: date(data.source.at, 'day and time') })}
            </span>
          )}
          {hasAccounts && isMid && (
            <>
              {eye}
              {statements}
            </>
          )}
        </PageHeader>
        {isReading && data !== undefined ? (
          <StatementScreen
            accounts={data.accounts}
            of={['own']}
            read={(choice, signal) => call(readStatement, choice, signal)}
            onClose={() => setReading(false)}
          />
        ) : (
          // Holds are above the transactions and would move them.
          <WhenSettled queries={[bursar, holds]} skeleton={['h-44', 'h-96']}>
            <QueryBoundary query={bursar} showsRefetchError isEmpty={() => false}>
              {(bursarData) => (
                <Finances
                  bursar={bursarData}
                  holds={holds}
                  phoneTools={isMid ? null : { eye, statements }}
                />
              )}
            </QueryBoundary>
          </WhenSettled>
        )}
      </Page>
      {isDownloading && data !== undefined && (
        <StatementDialog
          accounts={data.accounts}
          download={(wish) => confirmed(() => call(downloadStatement, wish))}
          onClose={() => setDownloading(false)}
        />
      )}
      {dialog}
    </Hidden>
  );
}

interface FinancesProps {
  bursar: Bursar;
  holds: HoldsProps['query'];
  /** On phones, these buttons are next to the content they belong to. */
  phoneTools: { eye: ReactNode; statements: ReactNode } | null;
}

function Finances({ bursar, holds, phoneTools }: FinancesProps) {
  const { t, date } = useMessages();
  const isWide = useMinWidth('xl');
  const [payable, setPayable] = useState<Payable | null>(null);
  const { accounts, source, paysAt, since, newLines } = bursar;
  const owed = accounts.filter(({ balance }) => balance.amount > 0);
  const rest = (
    <>
      {accounts.map(({ id, plan }) => (
        <PlanCard key={id} plan={plan} />
      ))}
      <ProxiesCard />
      <Questions bursar={bursar} />
    </>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
        {source.at !== null && source.isStale && (
          <Note tone="warn" icon={CircleAlert}>
            {t('finances.stale', { when: date(source.at, 'day and time') })}
          </Note>
        )}
        {accounts.length === 0 && <NoAccount />}
        {accounts.map((account, at) => (
          <BalanceCard
            key={account.id}
            account={account}
            isOwn
            corner={at === 0 && phoneTools?.eye}
            action={
              account.balance.amount > 0 && paysAt !== null ? (
                <Button
                  variant={account === owed[0] ? 'primary' : 'outline'}
                  size="lg"
                  icon={ExternalLink}
                  className="max-sm:w-full"
                  onPointerEnter={preloadDialog}
                  onClick={() => setPayable({ account: account.id })}
                >
                  {t('finances.pay')}
                </Button>
              ) : account.balance.amount > 0 && at === 0 ? (
                <p className="max-w-60 text-sm text-ink-2 text-pretty">{t('finances.howToPay')}</p>
              ) : undefined
            }
          />
        ))}
        {!isWide && <Holds query={holds} paysAt={paysAt} onPay={setPayable} />}
        {since !== null && newLines > 0 && (
          <Note tone="brand" icon={RefreshCw}>
            {t('finances.newSince', { count: newLines, date: date(since, 'day and time') })}
          </Note>
        )}
        {accounts.map((account) => (
          <LinesTable key={account.id} account={account} />
        ))}
        {accounts.length > 0 && phoneTools?.statements}
        {!isWide && rest}
        {source.at !== null && !source.isStale && (
          <p className="text-sm text-ink-2 md:hidden">
            {t('finances.source', { when: date(source.at, 'day and time') })}
          </p>
        )}
      </div>
      {isWide && (
        <SideColumn>
          <Holds query={holds} paysAt={paysAt} onPay={setPayable} />
          {rest}
        </SideColumn>
      )}
      {payable !== null && paysAt !== null && (
        <PayDialog
          of={['own', payable]}
          ask={() => call(getPaymentLink, payable)}
          host={paysAt}
          onClose={() => setPayable(null)}
        />
      )}
    </div>
  );
}

interface HoldsProps {
  query: Parameters<typeof QueryBoundary<{ items: FinanceHold[] }>>[0]['query'];
  paysAt: string | null;
  onPay: (payable: Payable) => void;
}

function Holds({ query, paysAt, onPay }: HoldsProps): ReactNode {
  const { t } = useMessages();
  const text = useMoney();
  return (
    <QueryBoundary query={query} isEmpty={() => false} isSmall skeleton={['h-40']}>
      {({ items }) =>
        items.length === 0 ? (
          <Card title={t('finances.noHolds')}>
            <p className="flex items-start gap-2 text-sm text-ink-2">
              <ShieldCheck size={20} aria-hidden className="shrink-0 text-good" />
              {t('finances.noHoldsBody')}
            </p>
          </Card>
        ) : (
          <section className="grid gap-3" aria-label={t('finances.holds')}>
            <h2>{t('finances.holdCount', { count: items.length })}</h2>
            {items.map((hold) => (
              <HoldCard
                key={hold.id}
                hold={hold}
                actions={
                  hold.amount !== null &&
                  paysAt !== null && (
                    <Button
                      variant="soft"
                      icon={ExternalLink}
                      onPointerEnter={preloadDialog}
                      onClick={() => onPay({ hold: hold.id })}
                    >
                      {t('finances.payAmount', { amount: text(hold.amount) })}
                    </Button>
                  )
                }
              />
            ))}
          </section>
        )
      }
    </QueryBoundary>
  );
}

/** The contact for questions about the account, if the school has set one. */
function Questions({ bursar: { contact } }: { bursar: Bursar }) {
  const { t } = useMessages();
  const { name, email, phone, office } = contact;
  if (name === '' && email === '' && phone === '' && office === null) return null;
  return (
    <Card title={t('finances.questions')} description={t('finances.questionsBody')}>
      <ContactLines contact={contact} />
    </Card>
  );
}
