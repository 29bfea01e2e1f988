import auditWords from 'messages:en/audit.*';
import fieldNames from 'messages:en/field.*';
import { ArrowRight } from 'lucide-react';
import { profileFields } from '#contract/people/audiences.ts';
import type { AuditEntry } from '#contract/audit/endpoints.ts';
import { addEnglish, useMessages, type Messages } from '../../lib/messages.ts';
import { Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { settingName } from '../clubs/manage/setting-name.ts';
import clubWords from '../clubs/messages/en.json';

addEnglish({ ...clubWords, ...auditWords, ...fieldNames });

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a value of an entry as text. Values of a type that this page doesn’t know are shown as they are stored. */
function valueText(value: unknown, { t }: Messages): string {
  if (value === null || value === undefined || value === '') return t('audit.empty');
  if (typeof value === 'boolean') return t(value ? 'audit.on' : 'audit.off');
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

interface Change {
  /** Null if the entry is about one value without a name. */
  name: string | null;
  before: unknown;
  after: unknown;
}

/** Returns the values that the entry changed. */
function changesOf({ before, after }: Record<string, unknown>): Change[] {
  if (before === undefined && after === undefined) return [];
  if (!isRecord(before) && !isRecord(after)) return [{ name: null, before, after }];
  const [old, next] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  return [...new Set([...Object.keys(old), ...Object.keys(next)])]
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]))
    .map((name) => ({ name, before: old[name], after: next[name] }));
}

/** The time and details of an entry, with values before and after a change. */
export function LogDetails({ entry }: { entry: AuditEntry }) {
  const messages = useMessages();
  const { t, date, list } = messages;
  // The entry’s sentence has the name and the act.
  const { before, after, name: _name, act, ...others } = entry.detail;
  const changes = changesOf({ before, after });
  const nameOf = (name: string) => {
    if (entry.kind === 'club_changed') return settingName(name, t);
    const field = profileFields.find((one) => one === name);
    return field === undefined ? name : t(`field.${field}`);
  };
  // Those whose values aren’t recorded.
  const fields = entry.fields.filter((name) => changes.every((change) => change.name !== name));
  return (
    <div className="mt-1 grid gap-4 rounded-control bg-fill p-3 text-sm">
      {changes.length > 0 && (
        <ul className="grid gap-2" aria-label={t('audit.changes')}>
          {changes.map((change) => (
            <li key={change.name} className="grid gap-x-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
              <span className="text-ink-2 wrap-anywhere">
                {change.name === null ? t('audit.value') : nameOf(change.name)}
              </span>
              <span className="flex min-w-0 flex-wrap items-center gap-x-2">
                <span className="sr-only">{t('audit.before')}</span>
                <bdi className="min-w-0 wrap-anywhere text-ink-2 line-through">
                  {valueText(change.before, messages)}
                </bdi>
                <ArrowRight
                  size={16}
                  aria-hidden
                  className="shrink-0 text-ink-3 rtl:-scale-x-100"
                />
                <span className="sr-only">{t('audit.after')}</span>
                <bdi className="min-w-0 font-medium wrap-anywhere">
                  {valueText(change.after, messages)}
                </bdi>
              </span>
            </li>
          ))}
        </ul>
      )}
      <DefinitionList>
        <Definition term={t('audit.time')}>{date(entry.at, 'moment')}</Definition>
        <Definition term={t('audit.type')}>
          <code dir="ltr">{typeof act === 'string' ? `${entry.kind}.${act}` : entry.kind}</code>
        </Definition>
        {fields.length > 0 && (
          <Definition term={t('audit.fields')}>{list(fields.map(nameOf))}</Definition>
        )}
        {Object.entries(others).map(([name, value]) => (
          <Definition key={name} term={name}>
            <bdi className="wrap-anywhere">{valueText(value, messages)}</bdi>
          </Definition>
        ))}
      </DefinitionList>
    </div>
  );
}
