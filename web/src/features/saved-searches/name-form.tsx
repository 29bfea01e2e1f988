import { useRef } from 'react';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusAfterMenu } from './focus-after-menu.ts';
import { nameMax } from './saved-search-words.ts';

interface NameFormProps {
  label: string;
  /** Selected, so that typing replaces it. */
  initial: string;
  onSave: (name: string) => Promise<unknown>;
  onCancel: () => void;
}

const { TextField } = fieldsOf<{ name: string }>();

/** Asks for the name of a saved search. If saving fails, the text stays. */
export function NameForm({ label, initial, onSave, onCancel }: NameFormProps) {
  const { t } = useMessages();
  const container = useRef<HTMLDivElement>(null);
  useFocusAfterMenu(container, 'input');
  const form = useForm({
    defaultValues: { name: initial },
    validate: ({ name }) => ({ name: name.trim() === '' ? t('saved.nameMissing') : undefined }),
    errorFields: { too_many_saved_searches: 'name' },
    save: ({ name }) => onSave(name.trim()),
  });
  return (
    <div ref={container}>
      <Form form={form} className="grid gap-2.5">
        <TextField
          name="name"
          label={label}
          maxLength={nameMax}
          autoComplete="off"
          enterKeyHint="done"
          onFocus={(event) => event.target.select()}
          onKeyDown={(event) => {
            // Closes the form only, not what contains it.
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            onCancel();
          }}
        />
        <FormError form={form} />
        <div className="flex justify-end gap-2">
          <Button size="sm" onClick={onCancel}>
            {t('saved.cancel')}
          </Button>
          <SubmitButton form={form} size="sm">
            {t('saved.save')}
          </SubmitButton>
        </div>
      </Form>
    </div>
  );
}
