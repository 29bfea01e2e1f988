import { useInfiniteQuery } from '@tanstack/react-query';
import { BadgePercent } from 'lucide-react';
import { useState } from 'react';
import { createDiscount, listDiscounts, updateDiscount } from '#contract/payments/calls.ts';
import type { Discount } from '#contract/payments/officers.endpoints.ts';
import { paymentLimits } from '#contract/payments/limits.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { ListPage } from '../../../kit/list-page.tsx';
import { LoadMore, Row, RowList } from '../../../kit/row-list.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { moneyText } from '../../../lib/money-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { discountPages } from '../payments.data.ts';

interface Draft {
  code: string;
  percent: string;
  maxUses: string;
}
const { TextField } = fieldsOf<Draft>();
const wholeOf = (text: string, max: number): number | null =>
  /^\d{1,7}$/u.test(text.trim()) && Number(text) >= 1 && Number(text) <= max ? Number(text) : null;

/** The discount codes of a club. */
export function ClubDiscounts({ club }: { club: string }) {
  const { t } = useMessages();
  const [isAdding, setAdding] = useState(false);
  const discounts = useInfiniteQuery(discountPages(club));
  return (
    <>
      <ListPage
        query={discounts}
        intro={t('payments.discountsIntro')}
        add={{ label: t('payments.newDiscount'), onAdd: () => setAdding(true) }}
        empty={{ icon: BadgePercent, title: t('payments.noDiscounts') }}
      >
        {({ pages }) => (
          <div className="grid gap-4">
            <RowList label={t('payments.discounts')} isCard>
              {pages
                .flatMap(({ items }) => items)
                .map((one) => (
                  <DiscountRow key={one.id} discount={one} />
                ))}
            </RowList>
            <LoadMore query={discounts} />
          </div>
        )}
      </ListPage>
      {isAdding && (
        <FormDialog<Draft>
          size="sm"
          title={t('payments.newDiscount')}
          submitLabel={t('payments.createDiscount')}
          defaultValues={{ code: '', percent: '', maxUses: '' }}
          isComplete={({ code, percent }) => code.trim().length > 1 && percent.trim() !== ''}
          validate={({ percent, maxUses }) => ({
            percent: wholeOf(percent, 100) === null ? t('payments.percentWrong') : undefined,
            maxUses:
              maxUses.trim() !== '' && wholeOf(maxUses, 1_000_000) === null
                ? t('payments.usesWrong')
                : undefined,
          })}
          save={({ code, percent, maxUses }, clientId) =>
            call(createDiscount, {
              id: club,
              clientId,
              code: code.trim(),
              percent: wholeOf(percent, 100) ?? 0,
              maxUses: wholeOf(maxUses, 1_000_000),
            })
          }
          invalidates={[listDiscounts]}
          success={t('payments.discountCreated')}
          onClose={() => setAdding(false)}
        >
          <TextField
            name="code"
            label={t('payments.code')}
            maxLength={paymentLimits.discountCode}
            dir="ltr"
          />
          <TextField
            name="percent"
            label={t('payments.percent')}
            inputMode="numeric"
            maxLength={3}
          />
          <TextField
            name="maxUses"
            label={t('payments.maxUses')}
            description={t('payments.maxUsesHint')}
            inputMode="numeric"
            maxLength={7}
          />
        </FormDialog>
      )}
    </>
  );
}

function DiscountRow({ discount }: { discount: Discount }) {
  const { t, locale } = useMessages();
  const set = useAction(
    (isOn: boolean) => call(updateDiscount, { id: discount.id, version: discount.version, isOn }),
    { invalidates: [listDiscounts] },
  );
  const off =
    discount.percent === null
      ? moneyText(locale, discount.amount ?? { amount: 0, currency: 'USD' })
      : t('payments.percentOff', { percent: discount.percent });
  return (
    <Row
      title={discount.code}
      aside={!discount.isOn && <Pill>{t('payments.off')}</Pill>}
      lines={[
        off,
        discount.maxUses === null
          ? t('payments.uses', { count: discount.uses })
          : t('payments.usesOf', { count: discount.uses, max: discount.maxUses }),
      ]}
      end={
        <Button
          isPending={set.isPending}
          onClick={() => set.run(!discount.isOn)}
          label={t(discount.isOn ? 'payments.turnOffNamed' : 'payments.turnOnNamed', {
            code: discount.code,
          })}
        >
          {t(discount.isOn ? 'payments.turnOff' : 'payments.turnOn')}
        </Button>
      }
    />
  );
}
