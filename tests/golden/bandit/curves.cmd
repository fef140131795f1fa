# all columns of the curves, in both forms, and the paths
palamedes bandit --arms 5 --winning 40 --models 3 --tasks 10 --samples 60 --every 20
palamedes bandit --arms 5 --models 2 --tasks 4 --samples 20 --every 10 --policies uct --json
palamedes bandit --paths --arms 2 --winning 50 --every 40
