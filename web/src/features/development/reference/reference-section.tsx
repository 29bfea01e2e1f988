import { useNavigate } from '@tanstack/react-router';
import { useSearch } from '../../../lib/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, SearchX } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useDebounced } from '../../../lib/debounce.ts';
import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Breaking } from '../breaking.tsx';
import { MethodMark } from './method-mark.tsx';
import { grouped, operationsQuery, type Operation } from './openapi-document.ts';
import { OperationDetails } from './operation-details.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';

/** Every call of the API, from the server's OpenAPI document. The search and the open call are in the URL. */
export function ReferenceSection() {
  const { t, locale } = useMessages();
  const navigate = useNavigate();
  const { search_word: search = '', call } = useSearch();
  const operations = useQuery(operationsQuery());
  const [text, setText] = useState(search);
  const go = (next: { search_word?: string | undefined; call?: string | undefined }) =>
    void navigate({
      to: paths.developmentReference,
      search: { search_word: text || undefined, call, ...next },
      replace: true,
      resetScroll: false,
    });
  useDebounced(text, (settled) => go({ search_word: settled || undefined }));
  const shown = useDeferredValue(text);
  return (
    <QueryBoundary query={operations} skeleton={['h-11', 'h-80']}>
      {(all) => (
        <>
          <SearchField label={t('api.search')} value={text} onChange={setText} />
          {locale !== 'en' && <p className="text-sm text-ink-2">{t('api.language')}</p>}
          <Groups
            groups={grouped(all, shown)}
            open={call}
            onToggle={(id) => go({ call: call === id ? undefined : id })}
          />
        </>
      )}
    </QueryBoundary>
  );
}

interface GroupsProps {
  groups: ReturnType<typeof grouped>;
  open: string | undefined;
  onToggle: (id: string) => void;
}

function Groups({ groups, open, onToggle }: GroupsProps) {
  const { t } = useMessages();
  if (groups.length === 0)
    return (
      <EmptyState icon={SearchX} title={t('api.none')}>
        {t('api.noneBody')}
      </EmptyState>
    );
  return groups.map(([tag, list]) => (
    <section key={tag} aria-label={tag} className="grid gap-2">
      <h2 className="text-base! capitalize" dir="ltr">
        <span className="block rtl:text-end">{tag.replaceAll('-', ' ')}</span>
      </h2>
      <ul className="card divide-y divide-line overflow-clip">
        {list.map((operation) => (
          <OperationRow
            key={operation.operationId}
            operation={operation}
            isOpen={open === operation.operationId}
            onToggle={() => onToggle(operation.operationId)}
          />
        ))}
      </ul>
    </section>
  ));
}

function OperationRow({
  operation,
  isOpen,
  onToggle,
}: {
  operation: Operation;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const row = useRef<HTMLLIElement>(null);
  const wasOpenAtFirst = useRef(isOpen);
  useEffect(() => {
    // A link to a call scrolls to it.
    if (wasOpenAtFirst.current) row.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <li ref={row} className="scroll-mt-4">
      <h3 className="font-normal!">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex w-full items-start gap-3 px-4 py-3 text-start -outline-offset-2 transition-colors duration-150 hover:bg-fill sm:px-5"
        >
          <span className="grid min-w-0 flex-1 gap-1" dir="ltr">
            <span className="flex min-w-0 items-baseline gap-x-2.5 gap-y-1 max-sm:flex-wrap">
              <MethodMark method={operation.method} />
              <code className="min-w-0 font-mono text-sm font-bold wrap-anywhere max-sm:basis-full">
                <Breaking text={operation.path} />
              </code>
            </span>
            <span className="text-sm text-ink-2">{operation.summary}</span>
          </span>
          <ChevronDown
            size={20}
            aria-hidden
            className={`mt-0.5 shrink-0 text-ink-3 transition-transform duration-150 ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </h3>
      {isOpen && <OperationDetails operation={operation} />}
    </li>
  );
}
