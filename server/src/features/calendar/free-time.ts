import { propertyText, type IcsComponent } from '../../kernel/time/ics-source.ts';

/** Returns whether a file marks an event as free (RFC 5545 3.8.2.7). Outlook also has its own property for this. */
export const isFreeComponent = (component: IcsComponent): boolean => {
  const transp = propertyText(component, 'transp')?.trim().toUpperCase();
  return transp === undefined
    ? propertyText(component, 'x-microsoft-cdo-busystatus')?.trim().toUpperCase() === 'FREE'
    : transp === 'TRANSPARENT';
};
