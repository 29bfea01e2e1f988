import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useMessages } from '../../lib/messages.ts';
import { useUser } from '../../lib/session-store.ts';
import { Card } from '../../ui/card.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { sectionsOf } from '../../shell/sections.ts';
import { CodeBlock } from './code-block.tsx';
import { documentPath } from './reference/openapi-document.ts';

/** An overview for developers, and first steps. */
export function OverviewSection() {
  const { t } = useMessages();
  const { permissions } = useUser();
  const { origin } = window.location;
  return (
    <>
      <Card title={t('dev.hello')} description={t('dev.helloBody')}>
        <div className="grid gap-4">
          <CopyField label={t('dev.base')} value={`${origin}/api/v1`} />
          <CopyField label={t('dev.document')} value={`${origin}${documentPath}`} />
        </div>
      </Card>
      <ul className="grid gap-3 sm:grid-cols-2">
        {sectionsOf('development', permissions).map(
          ({ to, label, icon: Icon, body }) =>
            body !== undefined && (
              <li key={to} className="grid sm:last:odd:col-span-2">
                <Link
                  to={to}
                  className="card flex items-start gap-3 p-4 transition-colors duration-150 hover:border-line-strong hover:bg-fill"
                >
                  <Icon
                    size={22}
                    strokeWidth={1.75}
                    aria-hidden
                    className="mt-px shrink-0 text-ink-2"
                  />
                  <span className="grid min-w-0 flex-1 gap-0.5">
                    <span className="font-bold">{t(label)}</span>
                    <span className="text-sm text-ink-2">{t(body)}</span>
                  </span>
                  <ChevronRight
                    size={20}
                    aria-hidden
                    className="mt-px shrink-0 text-ink-3 rtl:-scale-x-100"
                  />
                </Link>
              </li>
            ),
        )}
      </ul>
      <Card className="min-w-0" title={t('dev.first')} description={t('dev.firstBody')}>
        <CodeBlock
          label={t('api.example')}
          text={`curl ${origin}/api/v1/users?pageSize=5 \\\n  -H 'Authorization: Bearer commons_key_…'`}
        />
      </Card>
    </>
  );
}
