import { createLink } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ComponentProps } from 'react';

/** `<BackLink to={paths.clubs}>Clubs</BackLink>`: a link to the page above this one. Show it above the title. */
export const BackLink = createLink(({ children, ...rest }: ComponentProps<'a'>) => (
  <a
    {...rest}
    className="inline-flex min-h-9 max-w-full items-center gap-1.5 justify-self-start rounded-control font-medium text-brand-text hover:underline touch:min-h-11"
  >
    <ArrowLeft size={18} aria-hidden className="shrink-0 rtl:-scale-x-100" />
    <span className="min-w-0 truncate">{children}</span>
  </a>
));
