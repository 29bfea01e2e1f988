import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useMessages } from '../lib/messages.ts';
import { endCancelledTransitions } from './cancelled-transitions.ts';
import { allowEmptying } from './emptied-elements.ts';

endCancelledTransitions();
allowEmptying();

/** Wraps each react-aria component: it sets the page's language, and makes sure that the focus doesn't wait forever. */
export function AriaProvider({ children }: { children: ReactNode }) {
  const { locale } = useMessages();
  return <I18nProvider locale={locale}>{children}</I18nProvider>;
}
