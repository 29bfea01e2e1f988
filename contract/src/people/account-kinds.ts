/**
 * Account types of people. `accountTypeType` is the broader type. This file doesn't import zod because the browser uses it at run
 * time.
 */
export const accountTypes = ['Student', 'Graduate Student', 'Faculty', 'Staff', 'Alumni'] as const;
