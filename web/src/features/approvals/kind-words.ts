import kindWords from 'messages:en/approval_kind.*';
import type { ApprovalKindName } from '#contract/approvals/kinds.ts';
import { addEnglish, type LabelKey, type Messages } from '../../lib/messages.ts';

// Each feature contains the texts of the types it declares.
addEnglish(kindWords);

type CheckedKey<K extends LabelKey> = K;
/** The message keys of all types. A type without texts doesn't compile. */
export type KindKey = CheckedKey<`approval_kind.${ApprovalKindName}`>;

/** Returns a feature's text if it has one, otherwise the server's. */
const textOr = (t: Messages['t'], key: string, otherwise: string): string => {
  const text = t(key as LabelKey);
  return text === key ? otherwise : text;
};

/** Returns the name of a type of submission. */
export const kindName = (t: Messages['t'], kind: string, otherwise = kind): string =>
  textOr(t, `approval_kind.${kind}`, otherwise);

/** Returns the label of a submission's field. */
export const fieldName = (
  t: Messages['t'],
  kind: string,
  { key, label }: { key: string | null; label: string },
): string => (key === null ? label : textOr(t, `approval_kind.${kind}.${key}`, label));

/** Returns the value of a submission's field. */
export const fieldValue = (
  t: Messages['t'],
  kind: string,
  key: string | null,
  value: string,
): string => {
  if (value === '') return t('approvals.empty');
  return key === null ? value : textOr(t, `approval_kind.${kind}.${key}.${value}`, value);
};
