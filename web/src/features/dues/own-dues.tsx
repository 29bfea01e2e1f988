import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { BadgeDollarSign } from 'lucide-react';
import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import type { ReplyOf } from '#contract/call.ts';
import type { getDues } from '#contract/dues/calls.ts';
import { createOrder } from '#contract/payments/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages, type Messages } from '../../lib/messages.ts';
import { moneyText } from '../../lib/money-text.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Button } from '../../ui/button.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { staleOrders } from '../payments/payments.data.ts';
import { duesQuery } from './dues.data.ts';
import english from './messages/en.json';

addEnglish(english);

type Own = ReplyOf<typeof getDues>['own'];

const textOf = ({ state, until, owed }: Own, { t, date, locale }: Messages): string | null => {
  if (state === 'waived') return t('dues.own_waived');
  if (until === null) return null;
  if (state === 'paid') return t('dues.own_paid', { date: date(until) });
  if (owed === null) return null;
  const amount = moneyText(locale, owed);
  return t(state === 'lapsed' ? 'dues.own_lapsed' : 'dues.own_due', { amount, date: date(until) });
};

/** The user's dues on a club's page, with a button to pay them. Shows nothing if the club has no dues. */
export function OwnDues({ club }: { club: string }) {
  const messages = useMessages();
  const { t, locale } = messages;
  const navigate = useNavigate();
  const [clientId, setClientId] = useState(newClientId);
  const { data } = useQuery(duesQuery(club));
  const order = useAction(
    (plan: string) => call(createOrder, { clientId, club, items: [{ dues: plan }] }),
    {
      invalidates: staleOrders,
      onSuccess: ({ id }) => {
        setClientId(newClientId());
        void navigate({ to: paths.order, params: { orderId: id } });
      },
    },
  );
  const text = data === undefined ? null : textOf(data.own, messages);
  if (data === undefined || text === null) return null;
  const { own } = data;
  const plans = data.plans.filter(({ can }) => can.pay);
  const label = t(own.state === 'paid' ? 'dues.renew' : 'dues.pay');
  const [only] = plans;
  return (
    <div className="flex min-h-9 items-center gap-2 text-sm">
      <BadgeDollarSign size={18} aria-hidden className="shrink-0 text-ink-2" />
      <span className={`min-w-0 ${own.state === 'lapsed' ? 'text-bad' : 'text-ink-2'}`}>
        {text}
      </span>
      {own.order !== null ? (
        <Link
          to={paths.order}
          params={{ orderId: own.order }}
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          {t('dues.continue')}
        </Link>
      ) : own.state === 'waived' ? null : plans.length > 1 ? (
        <MenuButton
          label={label}
          icon={BadgeDollarSign}
          size="sm"
          items={plans.map(({ id, name, amount }) => ({
            id,
            label: t('dues.choice', { name, amount: moneyText(locale, amount) }),
          }))}
          onAction={(plan) => order.run(plan)}
        >
          {label}
        </MenuButton>
      ) : only === undefined ? null : (
        <Button
          size="sm"
          variant={own.state === 'paid' ? 'outline' : 'primary'}
          isPending={order.isPending}
          onClick={() => order.run(only.id)}
        >
          {label}
        </Button>
      )}
    </div>
  );
}
