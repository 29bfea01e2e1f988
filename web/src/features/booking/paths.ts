export const paths = {
  booking: '/booking',
  bookings: '/bookings',
  bookingHours: '/booking/hours',
  adminBooking: '/admin/booking',
} as const;
