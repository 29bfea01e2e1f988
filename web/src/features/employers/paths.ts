export const paths = {
  adminEmployers: '/admin/employers',
  employer: '/employer',
  newEmployerJob: '/employer/jobs/new',
  employerJob: '/employer/jobs/$jobId',
  editEmployerJob: '/employer/jobs/$jobId/edit',
  employerApplicants: '/employer/jobs/$jobId/applicants',
} as const;
