import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { minorUnits, decimalText } from '#contract/finances/money.ts';
import { createProduct, updateProduct } from '#contract/store/calls.ts';
import type { Product } from '#contract/store/endpoints.ts';
import { storeLimits as limits } from '#contract/store/limits.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { basisPointsOf, percentText } from '../../../lib/tax.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField as PlainField } from '../../../ui/text-field.tsx';
import { CoverField } from '../../posts/composer/cover-field.tsx';
import type { CoverDraft } from '../../posts/cover-draft.ts';
import { staleProducts } from '../store.data.ts';

interface VariantDraft {
  /** Null for a new variant. */
  readonly id: string | null;
  readonly key: string;
  readonly name: string;
  /** Empty for no limit. */
  readonly stock: string;
}

interface Draft {
  name: string;
  description: string;
  price: string;
  memberPrice: string;
  /** Percent of tax that the price contains; empty for none. */
  tax: string;
  perPerson: string;
  pickUp: string;
  isPublished: boolean;
  cover: CoverDraft | null;
  variants: readonly VariantDraft[];
}
const { TextField, TextArea, Switch, OwnField } = fieldsOf<Draft>();

let added = 0;
const newVariant = (): VariantDraft => ({
  id: null,
  key: `new-${(added += 1)}`,
  name: '',
  stock: '',
});

const draftOf = (product: Product | null): Draft => ({
  name: product?.name ?? '',
  description: product?.description ?? '',
  price: product === null ? '' : decimalText(product.regularPrice),
  memberPrice: product?.memberPrice ? decimalText(product.memberPrice) : '',
  tax: percentText(product?.taxBasisPoints ?? 0),
  perPerson: product?.perPerson == null ? '' : String(product.perPerson),
  pickUp: product?.pickUp ?? '',
  isPublished: product?.isPublished ?? true,
  cover: product?.picture == null ? null : { id: product.picture.id, url: product.picture.url },
  variants: product?.variants.map((one) => ({
    id: one.id,
    key: one.id,
    name: one.name,
    stock: one.stock == null ? '' : String(one.stock),
  })) ?? [newVariant()],
});

const wholeOf = (text: string): number | null => {
  const trimmed = text.trim();
  return /^\d{1,7}$/u.test(trimmed) ? Number(trimmed) : null;
};

/** Creates or edits a product with its variants. */
export function ProductForm({
  club,
  currency,
  product,
  onClose,
}: {
  club: string;
  currency: string;
  product: Product | null;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const [initial] = useState(() => draftOf(product));
  const [isSending, setSending] = useState(false);
  const unit = product?.regularPrice.currency ?? currency;
  return (
    <FormDialog<Draft>
      size="lg"
      title={t(product === null ? 'store.newProduct' : 'store.editProduct')}
      submitLabel={t(product === null ? 'store.create' : 'store.save')}
      defaultValues={initial}
      isComplete={({ name, price }) => !isSending && name.trim() !== '' && price.trim() !== ''}
      validate={({ price, memberPrice, tax, perPerson, variants }) => ({
        price: minorUnits(price, unit) === null ? t('store.priceWrong') : undefined,
        memberPrice:
          memberPrice.trim() !== '' && minorUnits(memberPrice, unit) === null
            ? t('store.priceWrong')
            : undefined,
        tax: basisPointsOf(tax) === null ? t('store.taxWrong') : undefined,
        perPerson:
          perPerson.trim() !== '' && !((wholeOf(perPerson) ?? 0) >= 1)
            ? t('store.numberWrong')
            : undefined,
        variants: variants.some(
          ({ name, stock }) =>
            (variants.length > 1 && name.trim() === '') ||
            (stock.trim() !== '' && wholeOf(stock) === null),
        )
          ? t('store.variantsWrong')
          : undefined,
      })}
      save={(
        {
          name,
          description,
          price,
          memberPrice,
          tax,
          perPerson,
          pickUp,
          isPublished,
          cover,
          variants,
        },
        clientId,
      ) => {
        const body = {
          name: name.trim(),
          description: description.trim(),
          price: { amount: minorUnits(price, unit) ?? 0, currency: unit },
          memberPrice:
            memberPrice.trim() === ''
              ? null
              : { amount: minorUnits(memberPrice, unit) ?? 0, currency: unit },
          taxBasisPoints: basisPointsOf(tax) ?? 0,
          perPerson: wholeOf(perPerson),
          pickUp: pickUp.trim(),
          isPublished,
          picture: cover?.id ?? null,
          variants: variants.map((one) => {
            const before = product?.variants.find(({ id }) => id === one.id);
            return {
              ...(one.id !== null && { id: one.id }),
              name: one.name.trim(),
              stock: wholeOf(one.stock),
              // Its own price stays.
              ...(before !== undefined &&
                before.price.amount !== product?.price.amount && { price: before.price }),
            };
          }),
        };
        return product === null
          ? call(createProduct, { id: club, clientId, ...body })
          : call(updateProduct, { id: product.id, version: product.version, ...body });
      }}
      invalidates={staleProducts}
      success={t(product === null ? 'store.createdToast' : 'store.savedToast')}
      onClose={onClose}
    >
      {({ cover }) => (
        <>
          <TextField name="name" label={t('store.name')} maxLength={limits.name} />
          <TextArea
            name="description"
            label={t('store.description')}
            maxLength={limits.description}
            rows={3}
          />
          <OwnField name="cover">
            {({ onChange }) => (
              <CoverField
                addLabel={t('store.addPicture')}
                cover={cover}
                onChange={onChange}
                onSending={setSending}
              />
            )}
          </OwnField>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              name="price"
              label={t('store.price', { currency: unit })}
              inputMode="decimal"
              dir="ltr"
              maxLength={18}
            />
            <TextField
              name="memberPrice"
              label={t('store.memberPrice', { currency: unit })}
              description={t('store.memberPriceHint')}
              inputMode="decimal"
              dir="ltr"
              maxLength={18}
            />
          </div>
          <OwnField name="variants">
            {({ value, error, onChange }) => (
              <Variants variants={value} error={error} onChange={onChange} />
            )}
          </OwnField>
          <TextField
            name="tax"
            label={t('store.taxField')}
            inputMode="decimal"
            dir="ltr"
            maxLength={6}
          />
          <TextField
            name="perPerson"
            label={t('store.perPersonField')}
            description={t('store.perPersonHint')}
            inputMode="numeric"
            maxLength={4}
          />
          <TextField
            name="pickUp"
            label={t('store.pickUpField')}
            description={t('store.pickUpHint')}
            maxLength={limits.pickUp}
          />
          <Switch name="isPublished" label={t('store.isPublished')} />
        </>
      )}
    </FormDialog>
  );
}

function Variants({
  variants,
  error,
  onChange,
}: {
  variants: readonly VariantDraft[];
  error: string | undefined;
  onChange: (variants: readonly VariantDraft[]) => void;
}) {
  const { t } = useMessages();
  const set = (key: string, more: Partial<VariantDraft>) =>
    onChange(variants.map((one) => (one.key === key ? { ...one, ...more } : one)));
  const isOne = variants.length === 1;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-sm font-bold">
        {t(isOne ? 'store.stock' : 'store.variants')}
      </legend>
      {variants.map((one, nth) => (
        <div key={one.key} className="flex items-end gap-2">
          {!isOne && (
            <div className="min-w-0 flex-1">
              <PlainField
                label={t('store.variantName', { number: nth + 1 })}
                value={one.name}
                maxLength={limits.variantName}
                onChange={(name) => set(one.key, { name })}
              />
            </div>
          )}
          <div className={isOne ? 'min-w-0 flex-1' : 'w-32'}>
            <PlainField
              label={t('store.inStock')}
              isLabelHidden={isOne}
              value={one.stock}
              inputMode="numeric"
              maxLength={7}
              onChange={(stock) => set(one.key, { stock })}
            />
          </div>
          {!isOne && (
            <IconButton
              icon={X}
              label={t('store.removeVariant', { number: nth + 1 })}
              onClick={() => onChange(variants.filter(({ key }) => key !== one.key))}
            />
          )}
        </div>
      ))}
      <p className="text-sm text-ink-2">{t('store.stockHint')}</p>
      {error !== undefined && (
        <p role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
      {variants.length < limits.variants && (
        <Button
          icon={Plus}
          className="justify-self-start"
          onClick={() => onChange([...variants, newVariant()])}
        >
          {t('store.addVariant')}
        </Button>
      )}
    </fieldset>
  );
}
