import { propertyText, type IcsComponent } from '../../kernel/time/ics-source.ts';

const textOf = (component: IcsComponent, name: string): string | undefined =>
  propertyText(component, name)?.trim().toUpperCase();

/** Outlook's values for "Show as". Someone who works elsewhere can still meet. */
const isFreeStatus = new Map([
  ['FREE', true],
  ['WORKINGELSEWHERE', true],
  ['TENTATIVE', false],
  ['BUSY', false],
  ['OOF', false],
]);

const statusOf = (component: IcsComponent) => textOf(component, 'x-microsoft-cdo-busystatus') ?? '';

/**
 * Returns whether a file marks an event as free. Outlook's own property takes precedence, because it distinguishes more than TRANSP
 * (RFC 5545 3.8.2.7).
 */
export const isFreeComponent = (component: IcsComponent): boolean =>
  isFreeStatus.get(statusOf(component)) ?? textOf(component, 'transp') === 'TRANSPARENT';

/**
 * Returns whether a file of a personal event marks it as free. Phones change TRANSP and keep Outlook's property, so TRANSP takes
 * precedence.
 */
export const isFreeEntry = (component: IcsComponent): boolean =>
  textOf(component, 'transp') === undefined
    ? isFreeComponent(component)
    : textOf(component, 'transp') === 'TRANSPARENT';

/** Returns whether a file marks an event as not confirmed. */
export const isTentativeComponent = (component: IcsComponent): boolean =>
  textOf(component, 'status') === 'TENTATIVE' || statusOf(component) === 'TENTATIVE';
