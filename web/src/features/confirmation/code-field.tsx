import type { twoStepLimits } from '#contract/sessions/limits.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import english from 'messages:en/twoStep.code*';

addEnglish(english);

const digits: (typeof twoStepLimits)['codeDigits'] = 6;
const { TextField } = fieldsOf<{ code: string }>();

/** Returns whether a text has the form of a code. The server also accepts Arabic and Persian digits. */
export const isCode = (text: string): boolean => /^[\d٠-٩۰-۹]{3} ?[\d٠-٩۰-۹]{3}$/.test(text.trim());

/** The field for a code of an authenticator app. */
export function CodeField({ label }: { label?: string }) {
  const { t } = useMessages();
  return (
    <TextField
      name="code"
      label={label ?? t('twoStep.code')}
      dir="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={digits + 1}
      spellCheck={false}
    />
  );
}
