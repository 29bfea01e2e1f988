import { Check, Copy } from 'lucide-react';
import { useMessages } from '../lib/messages.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { useCopied } from './use-copied.ts';

/** <CopyField label="Address" value={address} />: text with a copy button. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const { t } = useMessages();
  const [isCopied, copy] = useCopied(value);
  return (
    <Field label={label}>
      {(control) => (
        <div className="flex gap-2">
          <input
            {...control}
            readOnly
            dir="ltr"
            value={value}
            onFocus={(event) => event.target.select()}
            className="field min-w-0 flex-1 font-mono text-sm text-ellipsis [&:dir(rtl)]:text-end"
          />
          <Button
            icon={isCopied ? Check : Copy}
            label={`${t('copy.copy')}: ${label}`}
            onClick={() => void copy()}
            className="max-sm:gap-0"
          >
            <span className="max-sm:sr-only">{t(isCopied ? 'copy.copied' : 'copy.copy')}</span>
          </Button>
          <span role="status" className="sr-only">
            {isCopied && t('copy.copied')}
          </span>
        </div>
      )}
    </Field>
  );
}
