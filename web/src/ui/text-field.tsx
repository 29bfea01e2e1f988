import { useState, type ComponentPropsWithRef, type ReactNode } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { useMessages } from '../lib/messages.ts';
import { IconButton } from './button.tsx';
import { Field, type FieldTexts } from './field.tsx';

/*
 * <TextField label="City" value={city} onChange={setCity} error={fields.city} />
 * <TextArea label="About you" rows={6} … />   <PasswordField label="Password" autoComplete="current-password" … />
 */
type Texts = FieldTexts & { aside?: ReactNode; value: string; onChange: (value: string) => void };

interface TextFieldProps
  extends Texts, Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'className' | 'id'> {}

export function TextField({
  label,
  description,
  error,
  isLabelHidden,
  aside,
  value,
  onChange,
  ...native
}: TextFieldProps) {
  return (
    <Field {...texts({ label, description, error, isLabelHidden, aside })}>
      {(control) => (
        <input
          type="text"
          dir="auto"
          {...native}
          {...control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="field"
        />
      )}
    </Field>
  );
}

interface TextAreaProps
  extends
    Texts,
    Omit<ComponentPropsWithRef<'textarea'>, 'value' | 'onChange' | 'className' | 'id'> {}

export function TextArea({
  label,
  description,
  error,
  isLabelHidden,
  aside,
  value,
  onChange,
  rows = 5,
  ...native
}: TextAreaProps) {
  return (
    <Field {...texts({ label, description, error, isLabelHidden, aside })}>
      {(control) => (
        <textarea
          rows={rows}
          style={{ minHeight: `${rows * 1.5 + 1.25}rem` }}
          dir="auto"
          {...native}
          {...control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="field field-sizing-content resize-y"
        />
      )}
    </Field>
  );
}

export function PasswordField({
  label,
  description,
  error,
  isLabelHidden,
  aside,
  value,
  onChange,
  ...native
}: Omit<TextFieldProps, 'type'>) {
  const { t } = useMessages();
  const [isShown, setShown] = useState(false);
  return (
    <Field {...texts({ label, description, error, isLabelHidden, aside })}>
      {(control) => (
        <div className="relative">
          <input
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
            {...native}
            {...control}
            type={isShown ? 'text' : 'password'}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="field pe-12 [&:dir(rtl)]:text-end"
          />
          <IconButton
            label={isShown ? t('password.hide') : t('password.show')}
            aria-pressed={isShown}
            icon={isShown ? EyeOff : Eye}
            className="absolute! end-1 top-1/2 -translate-y-1/2"
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </Field>
  );
}

/** Returns only the texts that are set, because exact optional properties don't allow undefined. */
function texts({
  label,
  description,
  error,
  isLabelHidden,
  aside,
}: Omit<FieldTexts, 'isLabelHidden'> & { isLabelHidden: boolean | undefined; aside: ReactNode }) {
  return { label, description, error, aside, ...(isLabelHidden && { isLabelHidden }) };
}
