import type { ReactNode } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { CodeBlock } from '../code-block.tsx';
import { answerOf, bodyOf, errorsOf, scopeOf, type Operation } from './openapi-document.ts';
import { exampleOf, rowsOf, typeOf } from './schema-rows.ts';
import { SchemaTable } from './schema-table.tsx';
import { canTry, curlOf } from './try-call.ts';
import { TryForm } from './try-form.tsx';

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-2">
      <h4 className="text-sm font-bold">{title}</h4>
      {children}
    </section>
  );
}

/** Everything about a call: access, input, output, errors and a form to try it. */
export function OperationDetails({ operation }: { operation: Operation }) {
  const { t } = useMessages();
  const body = bodyOf(operation);
  const answer = answerOf(operation);
  const answerRows = answer.schema === null ? [] : rowsOf(answer.schema);
  const scope = scopeOf(operation);
  const sent =
    body === null || body[0] !== 'application/json'
      ? null
      : JSON.stringify(exampleOf(body[1], true));
  const parameters = operation.parameters.map(({ name, schema, required, description }) => ({
    depth: 0,
    name,
    type: typeOf(schema),
    isRequired: required,
    description: description ?? '',
  }));
  return (
    <div className="grid min-w-0 gap-5 px-4 pt-1 pb-5 sm:px-5">
      {operation.description !== undefined && (
        <p className="max-w-prose text-sm text-start" dir="ltr">
          {operation.description}
        </p>
      )}
      <dl className="grid gap-x-8 gap-y-1 text-sm sm:grid-cols-2">
        <div className="flex flex-wrap gap-x-2">
          <dt className="text-ink-2">{t('api.who')}</dt>
          <dd className="font-medium">{t(`api.who_${operation['x-access']}`)}</dd>
        </div>
        <div className="flex flex-wrap gap-x-2">
          <dt className="text-ink-2">{t('api.key')}</dt>
          <dd className="font-medium">
            {scope === null ? t('api.keyNone') : t('api.keyScope', { scope })}
          </dd>
        </div>
      </dl>
      {parameters.length > 0 && (
        <Part title={t('api.parameters')}>
          <SchemaTable rows={parameters} />
        </Part>
      )}
      {operation.requestBody && (
        <Part title={t('api.body')}>
          {operation.requestBody.description !== undefined && (
            <p className="text-sm text-ink-2">{operation.requestBody.description}</p>
          )}
          {body !== null && rowsOf(body[1]).length > 0 && <SchemaTable rows={rowsOf(body[1])} />}
        </Part>
      )}
      <Part title={`${t('api.answer')} ${answer.status}`}>
        {answerRows.length === 0 ? (
          <p className="text-sm text-ink-2">{t('api.emptyAnswer')}</p>
        ) : (
          <SchemaTable rows={answerRows} />
        )}
        {answer.schema !== null && answerRows.length > 0 && (
          <CodeBlock
            label={`${t('api.example')}: ${t('api.answer')}`}
            text={JSON.stringify(exampleOf(answer.schema), null, 2)}
          />
        )}
      </Part>
      <Part title={t('api.errors')}>
        <ul className="grid gap-1 text-sm" dir="ltr">
          {errorsOf(operation).map(({ status, code, words }) => (
            <li key={`${status} ${code}`} className="flex flex-wrap gap-x-2 text-start">
              <span className="tabular-nums text-ink-2">{status}</span>
              <code className="font-mono text-sm font-medium">{code}</code>
              <span className="text-ink-2">{words}</span>
            </li>
          ))}
        </ul>
      </Part>
      <Part title={t('api.example')}>
        <CodeBlock
          label={t('api.example')}
          text={curlOf(operation, window.location.origin, sent)}
        />
      </Part>
      <Part title={t('api.try')}>
        {canTry(operation) ? (
          <TryForm operation={operation} />
        ) : (
          <p className="text-sm text-ink-2">{t('api.noTry')}</p>
        )}
      </Part>
    </div>
  );
}
