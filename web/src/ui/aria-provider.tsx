import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useMessages } from '../lib/messages.ts';
import { endCancelledTransitions } from './cancelled-transitions.ts';
import { allowEmptying } from './emptied-elements.ts';

endCancelledTransitions();
allowEmptying();

/** Around each part of react-aria: it speaks the language of the page, and takes the focus without waiting for ever. */
export function AriaProvider({ children }: { children: ReactNode }) {
  const { locale } = useMessages();
  return <I18nProvider locale={locale}>{children}</I18nProvider>;
}
