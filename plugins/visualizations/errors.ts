import { errorKinds } from '#app/support/errors'

export const VISUALIZATION_ERRORS = errorKinds({
  too_few_nodes: {
    status: 400,
    message: 'No path of at most three citations connects the two decisions.',
    hint: 'Choose decisions where the later one cites the earlier one directly or through other decisions.',
  },
  too_many_nodes: {
    status: 400,
    message: 'The network between the two decisions has more than 70 decisions.',
    hint: 'Choose decisions with fewer connecting citations.',
  },
  visualization_quota_reached: {
    status: 403,
    message: "You've reached your visualization limit.",
    hint: 'Delete a visualization first.',
  },
})

export default VISUALIZATION_ERRORS
