import type { Report } from '#contract/safety.ts';
import { useMessages, type Messages } from '../../lib/messages.ts';
import { RadioGroup } from '../../ui/radio-group.tsx';

export type Reason = Report['reason'];
const reasons: readonly Reason[] = ['harassment', 'impersonation', 'spam', 'harm', 'other'];

/** What a report can be about. */
export const reasonOptions = ({ t }: Messages) =>
  reasons.map((value) => ({ value, label: t(`safety.reason_${value}`) }));

/** What a report is about, one of a few. `isMissing`: it was sent without. */
export function ReasonChoice({
  value,
  isMissing,
  onChange,
}: {
  value: Reason | null;
  isMissing: boolean;
  onChange: (reason: Reason) => void;
}) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <RadioGroup
      label={t('safety.why')}
      error={isMissing ? t('safety.chooseReason') : undefined}
      value={value}
      options={reasonOptions(messages)}
      onChange={onChange}
    />
  );
}
