import { useRef, useState, type FormEvent } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFocusAfterMenu } from './focus-after-menu.ts';
import { nameMax } from './saved-search-words.ts';

interface NameFormProps {
  label: string;
  /** Selected, so that typing replaces it. */
  initial: string;
  onSave: (name: string) => Promise<unknown>;
  onCancel: () => void;
}

/** Asks for the name of a saved search. What was typed stays when saving fails. */
export function NameForm({ label, initial, onSave, onCancel }: NameFormProps) {
  const messages = useMessages();
  const { t } = messages;
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(initial);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  useFocusAfterMenu(input);

  const save = (event: FormEvent) => {
    event.preventDefault();
    const text = name.trim();
    if (isSaving) return;
    if (text === '') return setError(t('saved.nameMissing'));
    setSaving(true);
    setError(undefined);
    onSave(text)
      .catch((failure: unknown) => {
        setError(errorText(failure, messages));
        input.current?.focus();
      })
      .finally(() => setSaving(false));
  };
  return (
    <form onSubmit={save} className="grid gap-2.5">
      <TextField
        ref={input}
        label={label}
        value={name}
        maxLength={nameMax}
        autoComplete="off"
        enterKeyHint="done"
        error={error}
        onChange={setName}
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => {
          // Leaves the form, not what it stands in.
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onCancel();
        }}
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onCancel}>
          {t('saved.cancel')}
        </Button>
        <Button size="sm" variant="primary" type="submit" isPending={isSaving}>
          {t('saved.save')}
        </Button>
      </div>
    </form>
  );
}
