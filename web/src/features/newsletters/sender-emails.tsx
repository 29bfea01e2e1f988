import { useSearch } from '../../lib/page.tsx';
import type { EmailEditorConfig } from './email-editor-config.ts';
import { EmailEditor } from './email-editor.tsx';
import { NewsletterList } from './newsletter-list.tsx';

/** Emails from a club or about an event: the list, or the one in the URL. */
export function SenderEmails<A>({ config }: { config: EmailEditorConfig<A> }) {
  const { email } = useSearch();
  return email === undefined ? (
    <NewsletterList config={config} />
  ) : (
    <div className="grid gap-4">
      <EmailEditor key={email} config={config} id={email} />
    </div>
  );
}
