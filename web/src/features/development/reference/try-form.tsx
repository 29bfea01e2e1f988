import { useMutation } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { queryClient } from '../../../lib/call.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { CodeBlock } from '../code-block.tsx';
import { bodyOf, type Operation } from './openapi-document.ts';
import { exampleOf, typeOf } from './schema-rows.ts';
import { tryCall } from './try-call.ts';

const readBody = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
};

/** Makes the call with the user's session and shows the response. */
export function TryForm({ operation }: { operation: Operation }) {
  const messages = useMessages();
  const { t } = messages;
  const body = bodyOf(operation);
  const parameters = operation.parameters.filter((one) => one.in !== 'header');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [text, setText] = useState(() =>
    body === null ? '' : JSON.stringify(exampleOf(body[1], true), null, 2),
  );
  const [isInvalid, setInvalid] = useState(false);
  const tried = useMutation({
    mutationFn: (input: Record<string, unknown>) => tryCall(operation, input),
    // A write may have changed data that the app has cached.
    onSuccess: () => (operation.method === 'GET' ? undefined : queryClient.invalidateQueries()),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    const sent = body === null ? {} : readBody(text);
    setInvalid(sent === null);
    if (sent === null || tried.isPending) return;
    tried.mutate({
      ...sent,
      ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
    });
  }
  return (
    <form onSubmit={submit} className="grid gap-4 rounded-control border border-line p-3 sm:p-4">
      {operation.method !== 'GET' && (
        <p className="text-sm font-medium text-warn">{t('api.tryBody')}</p>
      )}
      {parameters.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {parameters.map(({ name, schema, required }) => (
            <TextField
              key={name}
              label={required ? `${name} (${t('api.required')})` : name}
              placeholder={typeOf(schema)}
              required={required}
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              value={values[name] ?? ''}
              onChange={(value) => setValues({ ...values, [name]: value })}
            />
          ))}
        </div>
      )}
      {body !== null && (
        <TextArea
          label={t('api.body')}
          rows={5}
          dir="ltr"
          spellCheck={false}
          value={text}
          onChange={setText}
          error={isInvalid ? t('api.notJson') : undefined}
        />
      )}
      <div>
        <Button type="submit" variant="soft" icon={Play} isPending={tried.isPending}>
          {t('api.send')}
        </Button>
      </div>
      <div role="status" className="grid min-w-0 gap-2 empty:hidden">
        {tried.isError && <p className="text-sm text-bad">{errorText(tried.error, messages)}</p>}
        {tried.data && (
          <>
            <p
              className={`text-sm font-bold ${tried.data.status < 400 ? 'text-good' : 'text-bad'}`}
            >
              {t('api.took', { status: String(tried.data.status), ms: tried.data.ms })}
            </p>
            {tried.data.text !== '' && (
              <CodeBlock isTall label={t('api.answer')} text={tried.data.text} />
            )}
            {tried.data.isCut && <p className="text-sm text-ink-2">{t('api.cut')}</p>}
          </>
        )}
      </div>
    </form>
  );
}
