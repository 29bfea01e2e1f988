import { useId } from 'react';
import type { Report } from '#contract/safety.ts';
import { useMessages } from '../../lib/messages.ts';

export type Reason = Report['reason'];
const reasons: readonly Reason[] = ['harassment', 'impersonation', 'spam', 'harm', 'other'];

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
  const { t } = useMessages();
  const id = useId();
  return (
    <fieldset className="grid gap-1" aria-describedby={isMissing ? id : undefined}>
      <legend className="mb-1 font-medium">{t('safety.why')}</legend>
      {reasons.map((one) => (
        <label
          key={one}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 hover:bg-fill"
        >
          <input
            type="radio"
            name={`${id}-reason`}
            checked={value === one}
            onChange={() => onChange(one)}
            className="size-5 accent-brand-text"
          />
          {t(`safety.reason_${one}`)}
        </label>
      ))}
      {isMissing && (
        <p id={id} role="alert" className="text-sm text-bad">
          {t('safety.chooseReason')}
        </p>
      )}
    </fieldset>
  );
}
