import { useMessages } from '../../../lib/messages.ts';
import type { SchemaRow } from './schema-rows.ts';

/** <SchemaTable rows={rowsOf(schema)} />: names, types and descriptions of a value, with nested values indented. */
export function SchemaTable({ rows }: { rows: readonly SchemaRow[] }) {
  const { t } = useMessages();
  return (
    <ul className="divide-y divide-line rounded-control border border-line" dir="ltr">
      {rows.map((row, index) => (
        <li
          key={`${index}-${row.name}`}
          className="grid gap-0.5 px-3 py-2 text-start"
          style={{ paddingInlineStart: `${0.75 + row.depth}rem` }}
        >
          <p className="flex flex-wrap items-baseline gap-x-2">
            <code className="font-mono text-sm font-bold wrap-anywhere">{row.name}</code>
            <span className="font-mono text-xs text-ink-2 wrap-anywhere">{row.type}</span>
            {row.isRequired && (
              <span className="text-xs font-medium text-brand-text">{t('api.required')}</span>
            )}
          </p>
          {row.description !== '' && <p className="text-sm text-ink-2">{row.description}</p>}
        </li>
      ))}
    </ul>
  );
}
