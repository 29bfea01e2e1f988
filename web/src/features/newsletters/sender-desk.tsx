import { useSearch } from '../../lib/page.tsx';
import type { Desk } from './desk.ts';
import { NewsletterDesk } from './newsletter-desk.tsx';
import { NewsletterList } from './newsletter-list.tsx';

/** Emails from a club or about an event: the list, or the one in the URL. */
export function SenderDesk<A>({ desk }: { desk: Desk<A> }) {
  const { email } = useSearch();
  return email === undefined ? (
    <NewsletterList desk={desk} />
  ) : (
    <div className="grid gap-4">
      <NewsletterDesk key={email} desk={desk} id={email} />
    </div>
  );
}
