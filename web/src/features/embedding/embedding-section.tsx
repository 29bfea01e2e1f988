import { AppWindow, Check, Copy, Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useCopied } from '../../ui/use-copied.ts';
import { allowOrigin, forbidOrigin, originsQuery, snippetOf } from './embedding.data.ts';
import { useQuery } from '@tanstack/react-query';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import english from './messages/en.json';

addEnglish(english);

const { TextField } = fieldsOf<{ origin: string }>();

/** The sites that may embed this one, and the embed code for web teams. */
export function EmbeddingSection() {
  return (
    <QueryBoundary query={useQuery(originsQuery())} skeleton={['h-72', 'h-56']}>
      {({ origins, address }) => (
        <div className="grid gap-4">
          <OriginsCard origins={origins} />
          <SnippetCard address={address} />
        </div>
      )}
    </QueryBoundary>
  );
}

function OriginsCard({ origins }: { origins: readonly string[] }) {
  const { t } = useMessages();
  const field = useRef<HTMLDivElement>(null);
  const focusField = () => field.current?.querySelector('input')?.focus();
  const form = useForm({
    defaultValues: { origin: '' },
    savedValues: () => ({ origin: '' }),
    isComplete: ({ origin }) => origin.trim() !== '',
    errorFields: { not_an_origin: 'origin', too_many_origins: 'origin' },
    save: ({ origin }) => allowOrigin(origin.trim()),
    updates: originsQuery().queryKey,
    onSuccess: focusField,
  });
  const forbid = useAction(
    ({ origin, isBack = false }: { origin: string; isBack?: boolean }) =>
      isBack ? allowOrigin(origin) : forbidOrigin(origin),
    {
      updates: originsQuery().queryKey,
      // The element that had the focus is gone.
      onSuccess: focusField,
      success: (_, { origin, isBack }) => (isBack ? null : t('embedding.removed', { origin })),
      undo: ({ origin }) => ({ origin, isBack: true }),
    },
  );
  return (
    <Card title={t('embedding.list')} description={t('embedding.listBody')}>
      <Form form={form} className="flex flex-wrap items-start gap-x-2 gap-y-3">
        <div ref={field} className="min-w-0 flex-1 basis-64">
          <TextField
            name="origin"
            label={t('embedding.origin')}
            description={t('embedding.originBody')}
            type="url"
            dir="ltr"
            maxLength={250}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <div className="max-sm:w-full sm:mt-6.5">
          <SubmitButton form={form} size="lg" icon={Plus} isBlock>
            {t('embedding.add')}
          </SubmitButton>
        </div>
        <div className="basis-full empty:hidden">
          <FormError form={form} />
        </div>
      </Form>
      {origins.length === 0 ? (
        <EmptyState isSmall icon={AppWindow} title={t('embedding.none')}>
          {t('embedding.noneBody')}
        </EmptyState>
      ) : (
        <ul className="mt-4 grid divide-y divide-line">
          {origins.map((origin) => (
            <li key={origin} className="flex items-center gap-3 py-2.5 last:pb-0">
              <AppWindow size={20} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
              <span
                dir="ltr"
                className="min-w-0 flex-1 font-mono text-sm wrap-anywhere [&:dir(rtl)]:text-end"
              >
                {origin}
              </span>
              <Button
                size="sm"
                icon={Trash2}
                label={t('embedding.removeNamed', { origin })}
                className="max-sm:gap-0"
                isPending={forbid.pendingInput?.origin === origin}
                onClick={() => forbid.run({ origin })}
              >
                <span className="max-sm:sr-only">{t('embedding.remove')}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function SnippetCard({ address }: { address: string }) {
  const { t } = useMessages();
  const code = snippetOf(address);
  const [isCopied, copy] = useCopied(code);
  return (
    <Card title={t('embedding.snippet')} description={t('embedding.snippetBody')}>
      <div className="grid gap-3">
        {/* A long line scrolls, also by keyboard. */}
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={0}
          dir="ltr"
          aria-label={t('embedding.code')}
          role="region"
          className="overflow-x-auto rounded-control border border-line bg-fill p-4 text-start font-mono text-sm leading-6"
        >
          <code>{code}</code>
        </pre>
        <div className="flex flex-wrap items-center gap-3">
          <Button icon={isCopied ? Check : Copy} onClick={() => void copy()}>
            {t(isCopied ? 'copy.copied' : 'copy.copy')}
          </Button>
          <span role="status" className="sr-only">
            {isCopied && t('copy.copied')}
          </span>
        </div>
        <p className="text-sm text-ink-2 text-pretty">{t('embedding.keyHint')}</p>
      </div>
    </Card>
  );
}
