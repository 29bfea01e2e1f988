import kindWords from 'messages:en/approval_kind.*';
import type { ApprovalKindName } from '#contract/approvals/kinds.ts';
import { addEnglish, type LabelKey, type Messages } from '../../lib/messages.ts';

// Each feature has the words of the kinds that it declares.
addEnglish(kindWords);

type Said<K extends LabelKey> = K;
/** What kinds are called; one without words does not compile. */
export type KindKey = Said<`approval_kind.${ApprovalKindName}`>;

/** What stands under a key that a feature may have; else what the server says. */
const saidOr = (t: Messages['t'], key: string, otherwise: string): string => {
  const said = t(key as LabelKey);
  return said === key ? otherwise : said;
};

/** What a kind of submission is called. */
export const kindName = (t: Messages['t'], kind: string, otherwise = kind): string =>
  saidOr(t, `approval_kind.${kind}`, otherwise);

/** What a field of a submission is called. */
export const fieldName = (
  t: Messages['t'],
  kind: string,
  { key, label }: { key: string | null; label: string },
): string => (key === null ? label : saidOr(t, `approval_kind.${kind}.${key}`, label));

/** What a field of a submission says. */
export const fieldValue = (
  t: Messages['t'],
  kind: string,
  key: string | null,
  value: string,
): string => {
  if (value === '') return t('approvals.empty');
  return key === null ? value : saidOr(t, `approval_kind.${kind}.${key}.${value}`, value);
};
