/** Account types a school can give a person; `accountTypeType` is the coarse kind behind the label. No zod here: the browser imports these at run time. */
export const accountTypes = ['Student', 'Graduate Student', 'Faculty', 'Staff', 'Alumni'] as const;
