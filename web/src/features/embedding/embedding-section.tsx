import { useMutation, useQuery } from '@tanstack/react-query';
import { AppWindow, Check, Copy, Plus, Trash2 } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCopied } from '../../ui/use-copied.ts';
import { allowOrigin, forbidOrigin, originsQuery, snippetOf } from './embedding.data.ts';

/** Which pages may embed the campus, and what a web team puts into theirs. */
export function EmbeddingSection() {
  const { t } = useMessages();
  usePageTitle(t('embedding.title'));
  const { data, error, isFetching, refetch } = useQuery(originsQuery());
  if (data === undefined) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <Loading className="grid gap-4">
        <Skeleton className="h-72" />
        <Skeleton className="h-56" />
      </Loading>
    );
  }
  return (
    <div className="grid gap-4">
      <OriginsCard origins={data.origins} />
      <SnippetCard address={data.address} />
    </div>
  );
}

function OriginsCard({ origins }: { origins: readonly string[] }) {
  const messages = useMessages();
  const { t } = messages;
  const [text, setText] = useState('');
  const field = useRef<HTMLDivElement>(null);
  const focusField = () => field.current?.querySelector('input')?.focus();

  const allow = useMutation({
    mutationFn: allowOrigin,
    onSuccess() {
      setText('');
      focusField();
    },
    onError: focusField,
  });
  const restore = useMutation({
    mutationFn: allowOrigin,
    onError: (failed) =>
      showAlert({ type: 'Error', message: errorText(failed, messages), autoClose: true }),
  });
  const forbid = useMutation({
    mutationFn: forbidOrigin,
    onSuccess(_, origin) {
      // What had the focus is gone.
      focusField();
      showToast({
        message: t('embedding.removed', { origin }),
        action: { label: t('embedding.undo'), run: () => restore.mutate(origin) },
      });
    },
    onError: (failed) =>
      showAlert({ type: 'Error', message: errorText(failed, messages), autoClose: true }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() !== '' && !allow.isPending) allow.mutate(text.trim());
  }

  return (
    <Card title={t('embedding.list')} description={t('embedding.listBody')}>
      <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-x-2 gap-y-3">
        <div ref={field} className="min-w-0 flex-1 basis-64">
          <TextField
            label={t('embedding.origin')}
            description={t('embedding.originBody')}
            type="url"
            dir="ltr"
            maxLength={250}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={text}
            onChange={(next) => {
              setText(next);
              allow.reset();
            }}
            error={allow.isError ? errorText(allow.error, messages) : undefined}
          />
        </div>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          icon={Plus}
          isPending={allow.isPending}
          className="max-sm:w-full sm:mt-6.5"
        >
          {t('embedding.add')}
        </Button>
      </form>
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
                isPending={forbid.isPending && forbid.variables === origin}
                onClick={() => forbid.mutate(origin)}
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
