import { useEffect } from 'react';
import { useSchool } from './school.ts';

/** `Directory · Demo College` in the tab, and said to screen readers by the shell when the page changes. */
export function usePageTitle(title: string): void {
  const { name } = useSchool();
  useEffect(() => {
    document.title = title === '' ? name : `${title} · ${name}`;
  }, [title, name]);
}
