# all agents, one of them with what is not the default, and what is wrong with others
palamedes agents
palamedes agents random
palamedes agents 'grave+nst:select.k=500,epsilon=0.1' | grep -E '^[a-z*]|preset|source|same as|Parameter'
palamedes agents grave+nts 'uct:alpha=0.3' 'uct:threads=many'
