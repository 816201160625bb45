/** Errors of visualizations. */
import { errorKinds } from '#app/support/errors'

export const VISUALIZATION_ERRORS = errorKinds({
  too_few_nodes: {
    status: 400,
    message: 'No path of at most three citations connects the two decisions.',
    hint: 'Choose decisions of which the later one cites the earlier one, or a decision that does.',
  },
  too_many_nodes: {
    status: 400,
    message: 'The network between the two decisions has more than 70 decisions.',
    hint: 'Choose decisions that fewer paths connect.',
  },
  visualization_quota_reached: {
    status: 403,
    message: 'The account has as many visualizations as it may have.',
    hint: 'Delete a visualization.',
  },
})

export default VISUALIZATION_ERRORS
