import { useEffect } from 'react';
import { useSchool } from './school.ts';

/** Sets a title such as `Directory · Demo College`. The shell announces it to screen readers when the page changes. */
export function usePageTitle(title: string): void {
  const { name } = useSchool();
  useEffect(() => {
    document.title = title === '' ? name : `${title} · ${name}`;
  }, [title, name]);
}
